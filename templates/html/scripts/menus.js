// A button that opens a short list of things to do, with the keys that lists have.

function menu(text, label, choices) {
  const holder = document.createElement("div");
  const list = document.createElement("div");
  const opener = button(text, `${text} ${label}`, () => toggle(list.hidden));
  const items = choices.map(([name, action]) => button(name, "", async () => {
    toggle(false);
    opener.focus();
    opener.textContent = await action();
    setTimeout(() => { opener.textContent = text; }, 1500);
  }));
  const toggle = (open) => {
    list.hidden = !open;
    opener.setAttribute("aria-expanded", String(open));
    if (open) items[0].focus();
  };
  const steps = { ArrowDown: 1, ArrowUp: -1 };
  list.addEventListener("keydown", (event) => {
    const at = items.indexOf(document.activeElement);
    const to = { Home: 0, End: -1 }[event.key] ?? (event.key in steps ? (at + steps[event.key]) % items.length : null);
    if (event.key === "Escape") {
      toggle(false);
      opener.focus();
    } else if (to !== null) {
      event.preventDefault();
      items.at(to).focus();
    }
  });
  holder.addEventListener("focusout", (event) => { if (!holder.contains(event.relatedTarget)) toggle(false); });
  opener.setAttribute("aria-haspopup", "menu");
  list.setAttribute("role", "menu");
  list.setAttribute("aria-label", `${text} ${label}`);
  for (const item of items) {
    item.setAttribute("role", "menuitem");
    item.tabIndex = -1;
  }
  holder.className = "menu";
  list.append(...items);
  holder.append(opener, list);
  list.hidden = true;
  opener.setAttribute("aria-expanded", "false");
  return holder;
}
