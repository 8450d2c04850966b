/** A table with a column of names that can be chosen, sorted by its first column. */
function methodTable(id, label, columns, choose, height) {
  const table = new Tabulator(id, {
    height,
    layout: "fitColumns",
    index: "method",
    placeholder: "None",
    selectableRows: false,
    initialSort: [{column: columns[0].field, dir: "desc"}],
    columns: [...columns.map(numberColumn), {
      title: "Method", field: "name", minWidth: 340, sorter: "string",
      formatter: (cell) => nameCell(cell.getRow().getData(), choose),
    }],
  });
  document.querySelector(id).setAttribute("aria-label", label);
  return new Promise((resolve) => table.on("tableBuilt", () => resolve(table)));
}

/** A column whose quantity has a unit says so by what the unit is when its heading is drawn. */
function numberColumn(column) {
  const title = column.unit ? headed(column.title, column.unit()) : column.title;
  return {
    title,
    titleFormatter: column.unit ? () => element("span", {"data-quantity": column.title}, title) : undefined,
    field: column.field,
    sorter: "number",
    hozAlign: "right",
    headerHozAlign: "right",
    headerSortStartingDir: "desc",
    width: Math.max(100, 45 + 8 * title.length),
    headerTooltip: column.tooltip,
    formatter: (cell) => document.createTextNode(column.shown(cell.getValue(), cell.getRow().getData())),
  };
}

function headed(quantity, unit) {
  return quantity + " [" + unit + "]";
}

/** A method that can be chosen is a button; what is not a method, the outside of all, is text. */
function nameCell(row, choose) {
  if (row.method < 0) {
    return element("span", {class: "name"}, row.name);
  }
  const button = element("button", {type: "button", class: "name", title: row.title}, row.name);
  button.addEventListener("click", () => choose(row.method));
  return button;
}
