-- Lesson 8: a sum.
return lesson.new {
    title = "one and one",
    steps = {
        {
            text = "One and one are added.",
            ask = "How much is that?",
            run = function()
                return 2, plot {series = {{label = "sums", x = {1, 2}, y = {1, 2}}}}
            end,
            explain = function() return "It is two." end,
            vary = {"1 + 1"},
        },
    },
}
