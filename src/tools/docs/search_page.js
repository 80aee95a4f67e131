/* The page of the search: what is typed is searched at once; the arrow keys go through what is found. */
(function () {
    "use strict";
    var input = document.getElementById("words"), list = document.getElementById("found");
    var status = document.getElementById("status");

    function element(tag, text) {
        var made = document.createElement(tag);
        made.textContent = text;
        return made;
    }

    function item(page) {
        var made = document.createElement("div"), head = document.createElement("dt"), link = element("a", page.name);
        link.href = page.address;
        head.appendChild(link);
        made.appendChild(head);
        made.appendChild(element("dd", page.summary));
        return made;
    }

    function show() {
        var text = input.value.replace(/^\s+/, ""), result = search(searchData, text), count = result.found.length;
        list.textContent = "";
        result.found.forEach(function (page) { list.appendChild(item(page)); });
        status.textContent = text === "" ? "" : (result.note ? result.note + ". " : "") +
            (count === 1 ? "1 page" : count + " pages");
    }

    // The link that is so many after the one with the focus; the input is before the first.
    function move(by) {
        var links = Array.prototype.slice.call(list.querySelectorAll("a"));
        var at = links.indexOf(document.activeElement) + by;
        (links[Math.min(at, links.length - 1)] || input).focus();
    }

    document.addEventListener("keydown", function (event) {
        var by = {ArrowDown: 1, ArrowUp: -1}[event.key];
        if (by && (event.target === input || list.contains(event.target))) {
            event.preventDefault();
            move(by);
        }
    });
    document.querySelector("main form").addEventListener("submit", function (event) {
        event.preventDefault();
        move(1);
    });
    input.addEventListener("input", show);
    input.value = new URLSearchParams(location.search).get("q") || "";
    show();
    input.focus();
}());
