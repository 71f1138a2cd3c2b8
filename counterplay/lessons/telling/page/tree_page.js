/* The controls of a file that stands on its own; TreeView stands above, in the same module. */
const walk = JSON.parse(document.getElementById("walkthrough").textContent);
const part = (id) => document.getElementById(id);
const view = new TreeView(part("tree"), walk);
const total = walk.steps.length;

const found = `Value ${walk.result.value}, choice ${walk.result.action}; ${walk.result.leaves} leaves, ${walk.result.nodes} nodes.`;
part("slider").max = String(Math.max(0, total - 1));

view.onstep((step) => {
  const index = step.number - 1;
  const end = index === total - 1; // what was found is not given away before
  part("about").textContent = `${walk.notes.join(" ")} ${end ? found : ""}${walk.folded ? " Large parts are not drawn." : ""}`;
  part("slider").value = String(index);
  part("slider").setAttribute("aria-valuetext", `step ${step.number} of ${total}`);
  part("count").textContent = `${step.number} / ${total}`;
  part("text").textContent = step.text;
  part("reason").textContent = step.reason;
  const facts = [["alpha", step.alpha], ["beta", step.beta], ["value", step.bound + step.value]];
  part("facts").textContent = facts.filter(([, value]) => value).map(([name, value]) => `${name} ${value}`).join(", ");
  for (const id of ["first", "previous"]) part(id).disabled = index === 0;
  for (const id of ["next", "last"]) part(id).disabled = index === total - 1;
});

for (const id of ["first", "previous", "next", "last"]) part(id).addEventListener("click", () => view[id]());
part("slider").addEventListener("input", () => view.goto(Number(part("slider").value)));
part("fit").addEventListener("click", () => {
  const fitted = part("tree").classList.toggle("fitted");
  part("fit").setAttribute("aria-pressed", String(fitted));
  view.goto(view.step);
});
document.addEventListener("keydown", (event) => {
  const action = { ArrowLeft: "previous", ArrowRight: "next", Home: "first", End: "last" }[event.key];
  if (!action || event.ctrlKey || event.altKey || event.metaKey) return;
  event.preventDefault(); // the slider, too, is moved by the step
  view[action]();
});
view.first();
