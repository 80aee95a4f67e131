// What is wrong with the page that is shown: a list of sentences. Much of it are rules of WCAG 2 at level AA.
(function () {
    "use strict";
    const faults = [], all = (selector) => Array.from(document.querySelectorAll(selector));
    const say = (words, element) => faults.push(words + (element ? ": " + element.outerHTML.slice(0, 90) : ""));
    const need = (holds, words, element) => { if (!holds) say(words, element); };

    function checkFrame() {
        need(document.documentElement.lang === "en", "no language");
        need(document.title.trim(), "no title");
        need(document.querySelectorAll("main").length === 1, "one main landmark is expected");
        const names = all("nav, [role=search], [role=region]").map((e) => e.tagName + (e.ariaLabel || ""));
        need(new Set(names).size === names.length, "landmarks of one kind have different names");
        all("h1, h2, h3, h4").reduce((level, heading) => {
            need(+heading.tagName[1] <= level + 1, "a heading leaves out a level", heading);
            return +heading.tagName[1];
        }, 0);
        need(all("h1").length === 1, "one h1 is expected");
        const ids = all("[id]").map((e) => e.id);
        need(new Set(ids).size === ids.length, "ids come twice");
    }

    function checkContent() {
        all("img").forEach((image) => {
            need(image.complete && image.naturalWidth > 0, "a picture does not load", image);
            need(image.alt || image.closest("a")?.textContent.trim(), "a picture has no words", image);
        });
        all("a, button").forEach((e) => need(e.textContent.trim() || e.ariaLabel, "a link has no name", e));
        all("input").forEach((e) => need(e.labels.length > 0, "an input has no label", e));
        all("table").forEach((e) => need(e.querySelector("th[scope]"), "a table has no headings", e));
        const onPaper = matchMedia("print").matches;
        all("p a").forEach((e) => need(onPaper || getComputedStyle(e).textDecorationLine === "underline",
            "a link in a text is not underlined", e));
    }

    // No page is wider than the window; what is wider scrolls by itself, with the keyboard, too.
    function checkWidth() {
        need(document.documentElement.scrollWidth <= window.innerWidth, "the page scrolls sideways");
        all("body *").forEach((e) => {
            const scrolls = e.scrollWidth > e.clientWidth + 1 && /auto|scroll/.test(getComputedStyle(e).overflowX);
            need(!scrolls || e.tabIndex === 0, "what scrolls cannot have the focus", e);
        });
    }

    const channels = (color) => color.match(/[\d.]+/g).map(Number);

    // The colour of the ground of an element.
    function ground(element) {
        for (let e = element; e; e = e.parentElement) {
            const color = channels(getComputedStyle(e).backgroundColor);
            if (color[3] !== 0) return color;
        }
        return [255, 255, 255];
    }

    function luminance(color) {
        const [r, g, b] = color.slice(0, 3).map((c) => c / 255 <= 0.04045 ? c / 255 / 12.92
            : ((c / 255 + 0.055) / 1.055) ** 2.4);
        return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    }

    function contrast(a, b) {
        const [low, high] = [luminance(a), luminance(b)].sort((x, y) => x - y);
        return (high + 0.05) / (low + 0.05);
    }

    let least = Infinity;
    function checkContrast() {
        const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
        const seen = new Set();
        while (walker.nextNode()) {
            const e = walker.currentNode.parentElement;
            if (!walker.currentNode.data.trim() || seen.has(e) || e.closest("script, noscript")) continue;
            seen.add(e);
            const ratio = contrast(channels(getComputedStyle(e).color), ground(e));
            least = Math.min(least, ratio);
            need(ratio >= 4.5, "a text has a contrast of " + ratio.toFixed(2), e);
        }
        all("input").forEach((e) => {
            const frame = channels(getComputedStyle(e).borderTopColor);
            need(contrast(frame, ground(e.parentElement)) >= 3, "the frame of an input is hard to see", e);
        });
    }

    checkFrame();
    checkContent();
    checkWidth();
    checkContrast();
    return {faults: faults, contrast: least};
}());
