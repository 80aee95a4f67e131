-- Where the paper disagrees with itself or with what is measured.
return {
    ["the paper"] = {
        topic = true,
        words = {"paper", "contradiction", "contradictions", "errata", "slip", "misprint"},
        summary = "where it disagrees with itself, or with what is measured",
        text = [[
He and Kasiviswanathan, Debiasing Conditional Stochastic Optimization, NeurIPS 2023; labels are those of its source.
Its main claim holds: extrapolation removes bias at the stated order, and at equal cost it wins where bias outweighs
noise. Below is what does not hold as printed, each with the line that shows it: the operators (1 to 8), the
experiments (9 to 17), NestedVR (18 to 22), the theorems (23 to 37). Where a choice had to be made it is an option,
whose page states its default. A claim that takes a long run names a figure, whose caption says what came out.]],
        example = [[
            -- Operators: section 2, app:bias, ssec:necessity.
            -- 1. Of q = s^4 "all three methods are biased" (Fig. 1b): L3 as printed is
            -- exactly unbiased up to degree 4. figure"1b"
            ramp = dist.ramp(0, 2)
            extrap.paper(3):bias(poly{0, 0, 0, 0, 1}, ramp, {m=1})
            --> 0.0
            -- 2. L3 is called of order 3 (prop:higherorder): its bias falls like m^-4.
            q, L = poly{0, 0, 0, 0, 0, 1}, extrap.paper(3)
            L:bias(q, ramp, {m=1}) / L:bias(q, ramp, {m=2})
            --> 16.0
            -- 3. "Explicit constructions soon become tedious": {1, 2, 4} has order 3
            -- with 4 draws and {1, 2, 4, 8} order 4 with 8, both with smaller weights
            -- than L3, which takes 12. figure"6"
            for _, L in ipairs{extrap.paper(3), extrap.order(3), extrap.order(4)} do
              print(L.order, L.draws, L.amplification)
            end
            --> 4	12	18.333333333333
            --> 3	4	5.0
            --> 4	8	6.4285714285714
            -- 4. prop:higherorder: the third row of the linear system has a stray
            -- alpha1' (the line above it alpha2' for alpha3'). The printed solution
            -- solves the system without it; the row as printed, and without:
            a1, a2, a3 = 1/12, -4/3, 9/4
            a1 + 3/8*a2 + 2/9*a3, 3/8*a2 + 2/9*a3
            --> 0.083333333333333	0.0
            -- 5. For relu higher orders "yield a superior approximation" (Fig. 5a):
            -- each at m = 1, so with 1, 2 and 12 draws; with 12 draws each L1 is best
            -- and L3 worst. figure"5a"
            N = dist.normal{mean=10, var=100}
            for k, m in ipairs{12, 6, 1} do
              L = extrap.paper(k)
              print(k, L:bias(math.relu, N, {m=1}), (L:bias(math.relu, N, {m=m})))
            end
            --> 1	0.83315470587686	0.00019462039106232
            --> 2	-0.33060928927674	-0.0091683225901296
            --> 3	0.014905163504629	0.014905163504629
            -- 6. Nor do they find the perturbed quadratic (Fig. 5b): what they find is
            -- off by 1, the wave's mean minus its value. figure"5b"
            q = function(s) return s^2/2 + 2*math.abs(s - 2*math.floor(s/2 + 1/2)) end
            for k = 1, 3 do print(k, (extrap.paper(k):bias(q, N, {m=1}))) end
            --> 1	51.0
            --> 2	1.0
            --> 3	1.0
            -- 7. cor:extrapolation:cso has a_l = sup of derivative l of grad f,
            -- a:regularity of f itself. For f = log cosh the two bounds are
            N = dist.normal{mean=0, sd=1}
            theory.bound{order=2, m=1, a3=2, a4=4.0859, dist=N}
            --> 0.76610625	prop:2nd_error
            theory.bound{order=2, m=1, a3=0.7699, a4=2, dist=N}
            --> 0.375	prop:2nd_error
            -- 8. For p > 1 its sigma_k are sums over coordinates, which drop cross
            -- moments. q = y1 y2^2 with a3 = 2, a4 = 0: the bound is 0, the bias -1/8.
            D = dist.empirical(mat{{0.5, 1}, {0.5, -1}, {-0.5, 0}, {-0.5, 0}})
            q = function(y) return y[1]*y[2]^2 end
            extrap.paper(2):estimate(q, D, {reps=1e6}).mean
            --> -0.12506925
            theory.bound{order=2, m=1, a3=2, a4=0, sigma2=3/4, sigma3=0, sigma4=9/16}
            --> 0.0	prop:2nd_error
            -- Experiments: section 5 and app: expts.
            -- 9. Fig. 2 says "same inner batch", Fig. 3 "the samples used per iteration
            -- are fixed same: BSGD m = 2, E-BSGD m = 1". In evaluations of g and its
            -- Jacobian:
            p = problem.instrumental{n=1000}
            estimator(p, {method="bsgd", m=2}):moments(1, {reps=9}).cost.samples
            --> 4
            estimator(p, {method="e-bsgd", m=1}):moments(1, {reps=9}).cost.samples
            --> 3
            -- 10. gamma ~ Exponential(10): with rate 10 the bias, and with it the gap
            -- between the methods, cannot be seen; the figures take the mean to be 10.
            -- Gap of BSGD, m = 1, by its bias alone:
            for _, mean in ipairs{0.1, 10} do
              p = problem.instrumental{n=1000, gamma_mean=mean}
              print(mean, select(2, estimator(p, {m=1}):fixed_point()))
            end
            --> 0.1	4.0885851781969e-07
            --> 10	0.3950281429079
            -- 11. "Faster convergence in all 3 cases" (Fig. 3): S1 = 100 leaves
            -- NestedVR no bias to remove; what differs there is noise, figure"3a", or
            -- nothing does, figure"3b". Gap by the bias alone of 2 and of 100 draws:
            for _, m in ipairs{2, 100} do
              print(m, select(2, estimator(p, {m=m}):fixed_point()))
            end
            --> 2	0.092225886365798
            --> 100	1.9734751863787e-05
            -- 12. "Fig. 2a shows that E-NestedVR outperforms all other extrapolated
            -- algorithms, including V-MLMC": 2b is meant; V-MLMC does not extrapolate.
            -- It does with one inner batch for all, figure"2b"; with inner batches
            -- tuned, too, all but V-MLMC are near each other and SOX is ahead,
            -- figure"2b_tuned".
            -- 13. Where runs start is not printed. Bias pushes the end of a run beyond
            -- the optimum, so one that starts at 0 passes it: the gap when nearest, at
            -- the end.
            p = problem.invariant_logistic{n=50}
            o = {problem=p, method="bsgd", m=10, step=0.01, samples=4e5}
            o.x0 = vec.zeros(10)
            r = run(o)
            vec(r:columns().gap):min(), r:final().gap
            --> 0.079164324146575	0.46446183436848
            -- 14. l2 is not printed either. F* at noise variance 100 and two values:
            for _, l2 in ipairs{0.1, 0.001} do
              p = problem.invariant_logistic{n=50, l2=l2}
              print(l2, select(2, estimator(p, {m=10}):fixed_point()))
            end
            --> 0.1	0.34132342831327
            --> 0.001	59.990889764847
            -- 15. "Our results are applicable" to first-order MAML: it takes the
            -- Jacobian of g to be the identity, so that no order makes its mean the
            -- gradient of F.
            problem.maml_sine{hidden={2}}:check()
            --> derivative     of                         error  ok
            --> grad f         f                    2.09732e-11  yes
            --> Jacobian of g  g, same inner draws  2.80855e-13  yes
            --> gradient of F  F                    2.09424e-11  yes
            --> ok: true
            --> runs take the Jacobian of g for the identity, the check took the true one
            -- 16. BSGD and E-BSGD "are very close" on it at alpha = 0.01: figure"4" has
            -- them apart in the end; at 0.001 they are one.
            -- 17. Average precision: F has sums over S+ and S, the draws give means,
            -- whose ratio is larger by |S| / |S+|. At w = 0 all scores are equal, F =
            -- -|S+| / |S|:
            problem.average_precision{n=1000, positive=0.05}:objective()
            --> -0.05	0.0
            problem.average_precision{n=1000, positive=0.05, as_printed=true}:objective()
            --> -1.0	0.0
            -- E-NestedVR: section 4 and app:fcco.
            -- 18. Algorithm ENVR multiplies both terms of a small step by the new z,
            -- eqn:envr the old term by the old z: other ends, other costs.
            p = problem.average_precision{n=200, d=2}
            o = {problem=p, method="e-nestedvr", S1=20, S2=4, B1=5, period=4, steps=40}
            o.step, o.clip = 0.3, 1
            for _, listing in ipairs{false, true} do
              o.listing = listing
              print(listing, run(o):final().objective, run(o):final().jac)
            end
            --> false	-0.054121791461336	3521.6
            --> true	-0.054133056022514	2272.0
            -- 19. The listing stores one y_i; the operator needs two draws of it. Both
            -- moved from one stored mean share its noise, which no operator removes:
            p = problem.invariant_logistic{n=50}
            compare{problem=p, samples=1e6, step=0.01, B1=50, inner_period=10, methods={
              {"nestedvr", S1=20, S2=4}, {"e-nestedvr", S1=10, S2=2, label="two states"},
              {"e-nestedvr", S1=10, S2=2, chains=false, label="one state"}}}:advantage()
            --> method          mean  advantage  advantage_lo  advantage_hi  verdict
            --> nestedvr    0.206451
            --> two states  0.140238      0.066         0.035         0.097  helps
            --> one state   0.195974      0.010        -0.021         0.041  no difference
            --> ...
            -- 20. The term at the previous point: the state y_i, or in lemma:y_diff and
            -- eq:nestedvr:1 a copy of it, and for t = 1 the state in the lemma, too.
            o.problem, o.listing = problem.average_precision{n=200, d=2}, nil
            for _, state in ipairs{"current", "previous"} do
              o.state = state
              print(state, run(o):final().objective)
            end
            --> current	-0.054121791461336
            --> previous	-0.054113775401631
            -- 21. z has a recursion in eq:nestedvr:z and is a plain mean of m Jacobians
            -- in eq:nestedvr:eng. Runs have the recursion; 40 visits of all 10 outer
            -- samples, all but the first moved by S2 = 4 draws at two points, take
            -- these Jacobians:
            o.B1, o.period, o.inner_period = 10, 1, 40
            run(o):final().jac, 10*(20 + 39*2*4)
            --> 3320	3320
            -- 22. lemma:nestedvr:nablag has sigma_g where its proof takes the
            -- Jacobian's zeta_g.
            k = theory.constants(problem.invariant_logistic{n=1000, d=2, noise_var=1})
            k.sigma_g, k.zeta_g
            --> 3.0	1.4142135623731
            -- Theorems: statements against proofs. Plans take the proofs' forms and say
            -- so (.reading); as_printed=true takes the statements'.
            function plan(method, more)
              o = {eps=0.1, D=1, C_f=1, L_f=0.5, C_g=2, L_g=0.5, C_e=8}
              o.sigma_g, o.zeta_g = 1, 1
              for key, value in pairs(more or {}) do o[key] = value end
              return theory.plan(method, o)
            end
            -- 23. m of E-BSGD, E-BSpiderBoost, FCCO: proved sqrt(C_e C_g/eps), stated
            -- C_e C_g/sqrt(eps), once (C_e C_g)^2/sqrt(eps) in a proof.
            plan("e-bsgd").m, plan("e-bsgd", {as_printed=true}).m
            --> 13	51
            -- Only the root follows: at eps = 0.01, C_e C_g = 1/4 the stated m = 3 has
            -- a bias bound above eps, the root's m = 5 has eps.
            for _, m in ipairs{3, 5} do
              print((theory.bound{method="e-bsgd", m=m, c=1/4}))
            end
            --> 0.027777777777778
            --> 0.01
            -- 24. V: stated Lt^2/m + C_F^2, proved si2/m + C_F^2; so S1 of E-NestedVR,
            -- Lt^2/(n eps^2) and si2/(n eps^2).
            k.Lt^2, k.si2
            --> 8.426621078868	4.216080985126
            -- 25. thm:bsgd bounds by sqrt(2 D L_F V/T) where its step gives twice that:
            -- T is 4 times too small. It and thm:ebsgd end at 2 and 3 eps^2, not eps^2;
            -- the sums are
            plan("bsgd").multiple, plan("e-bsgd").multiple
            --> 3.0	1.8963271263444
            -- 26. So are those of (E-)BSpiderBoost, "eps^2"; strict=true plans for
            -- eps^2.
            plan("bspiderboost").multiple, plan("e-bspiderboost").multiple
            --> 8.0193846153846	85.950611147327
            -- 27. B2 of BSpiderBoost: proved sqrt(B1), stated O(1/eps).
            plan("bspiderboost").B2, plan("bspiderboost", {as_printed=true}).B2
            --> 21	10
            -- 28. lemma:ebsb:bias_variance has the factor 14 on one of two terms. On
            -- both, 84 (step L_F)^2 <= 1/2 has 14 times 84, and the step 1/(13 L_F) is
            -- 1/(49 L_F).
            math.ceil(math.sqrt(2*84)), math.ceil(math.sqrt(2*14*84))
            --> 13	49
            -- 29. FCCO total: L_F stated, L_F^2 in the proof of thm:ebsb:fcco; none in
            -- that of thm:enestedvr for large n. Twice the L_F costs
            for _, method in ipairs{"e-bspiderboost", "e-nestedvr"} do
              s, twice = plan(method, {n=50}), plan(method, {n=50, L_F=5})
              print(method, twice.samples / s.samples)
            end
            --> e-bspiderboost	1.9997740301812
            --> e-nestedvr	1.9997738841445
            -- 30. S1 of E-NestedVR, small n: proved 2 Lt^2/eps^2, stated without 2.
            plan("e-nestedvr", {n=4}).S1, plan("e-nestedvr", {n=4, as_printed=true}).S1
            --> 800	400
            -- 31. Its S2 = Lt/eps meets the proof's S2 >= sqrt(C_e/eps) for eps <=
            -- Lt^2/C_e only. C_e = 40, where that is 0.1, and C_e = 80:
            for _, C_e in ipairs{40, 80} do
              s = plan("e-nestedvr", {n=4, C_e=C_e, as_printed=true})
              print(C_e, plan("e-nestedvr", {n=4, C_e=C_e}).S2, s.S2)
            end
            --> 40	29	20
            --> 80	40	20
            -- 32. lemma:enestedvr:bias_variance drops C_g beside C_e and the factors 2
            -- of two sums of squares, and has Lt for L_F. At the theorem's sizes no
            -- step near 1/L_F satisfies its proof, with or without them:
            plan("e-nestedvr", {n=4}).reading:match "no bound.*"
            --> no bound: the proof needs a factor of at most 1/2, it is 2708
            -- 33. lemma:nestedvr:y asks p_out T <= 1; its proof needs p_in T >= 1, and
            -- the theorem's sizes have
            s = plan("nestedvr", {n=50})
            s.p_out*s.steps, s.p_in*s.steps
            --> 3411.5	1364.6
            -- 34. The last term of lemma:nestedvr:bias_variance, 8 Lt^2/(B1 S1 T):
            -- inner and outer variance have 4 each, and the half of the variance that
            -- moves to the left doubles them. In the E- version the 14 is missing, too.
            2*(4 + 4), 14*2*(4 + 4)
            --> 16	224
            -- 35. lemma:sd has F(x^{t+1}) - F(x^t) for F(x^t) - F(x^{t+1}), lemma:sd:T
            -- ends with F(x^T) for F(x^0). A step of 0.1 without noise; as printed, and
            -- right:
            p = problem.invariant_logistic{n=100, noise_var=0}
            x = p:start()
            g = p:gradient(x)
            fall = p:objective(x) - p:objective(x - 0.1*g)
            g:dot(g) <= 2*(-fall)/0.1, g:dot(g) <= 2*fall/0.1
            --> false	true
            -- 36. RT- and V-MLMC for CSO: eps^-4 in tab:sample_complexity, n eps^-4
            -- once in the introduction; the conclusion has "O(eps^-5)" as the best
            -- before. Exponents for n = 1/eps, which CSO does not know:
            e = theory.exponents{growth=1}:rows()
            e[5].method, e[5].exponent, e[6].method, e[6].exponent
            --> v-mlmc	4.0	rt-mlmc	4.0
            -- 37. The assumptions hold on no problem of the paper's with normal or
            -- exponential draws: C_g does not exist, sigma_g grows with |x|.
            p = problem.invariant_logistic{n=1000}
            for _, radius in ipairs{1, 10} do
              print(radius, theory.constants(p, {radius=radius}).sigma_g)
            end
            --> 1	10.0
            --> 10	100.0]],
        see = {"extrap.paper", "e-nestedvr", "theory.plan", "theory.bound", "problem.instrumental", "figure"},
    },
}
