/** A table of rows with an id and a name, sorted by its first column of numbers. */
class NumberTable {
  /** choose(row) is what a click on a row's name does. */
  constructor(id, label, choose) {
    this.id = id;
    this.label = label;
    this.choose = choose;
    this.columns = [];
    this.built = null;
  }

  /** Shows these rows, with new headings where the columns are others than before. */
  async show(columns, rows) {
    const titles = (list) => list.map(({title}) => title).join("|");
    const isNew = titles(columns) !== titles(this.columns);
    this.columns = columns;
    const table = await (this.built ??= this.build());
    if (isNew) {
      table.setColumns(this.definitions());
    }
    openToKeyboard(table.element);
    await table.setData(rows);
    if (isNew) {
      table.setSort(columns[0].field, "desc");
    }
  }

  build() {
    const table = new Tabulator(this.id, {
      maxHeight: "26rem",
      layout: "fitColumns",
      index: "id",
      placeholder: "None",
      selectableRows: false,
      columns: this.definitions(),
    });
    document.querySelector(this.id).setAttribute("aria-label", this.label);
    return new Promise((resolve) => table.on("tableBuilt", () => resolve(table)));
  }

  definitions() {
    const name = {title: "Name", field: "name", minWidth: 200, widthGrow: 3, sorter: "string"};
    return [
      {...name, formatter: (cell) => nameCell(cell.getRow().getData(), this.choose)},
      ...this.columns.map((column, i) => this.numberColumn(column, i)),
    ];
  }

  /** How a value is shown may change from one call of show to the next: the column is looked up when it is needed. */
  numberColumn({title, field, tooltip, bar}, i) {
    return {
      title,
      field,
      sorter: "number",
      hozAlign: "right",
      headerHozAlign: "right",
      headerSortStartingDir: "desc",
      headerTooltip: tooltip,
      width: Math.max(92, 44 + 8 * title.length),
      formatter: (cell) => {
        const value = cell.getValue();
        if (bar) {
          cell.getElement().style.setProperty("--bar", Math.max(0, Math.min(100, 100 * value)) + "%");
          cell.getElement().classList.add("bar");
        }
        return document.createTextNode(this.columns[i]?.shown(value, cell.getRow().getData()) ?? "");
      },
    };
  }

  /** Shows the rows whose names match; says how many of all they are, or null where the text is no pattern. */
  async filter(text) {
    const table = await this.built;
    const finds = finder(text);
    if (text === "" || finds === null) {
      // It draws all rows anew, also where there was none.
      if (table.getFilters().length > 0) {
        table.clearFilter();
      }
    } else {
      table.setFilter((row) => finds(row.name));
    }
    return finds === null ? null : [table.getDataCount("active"), table.getDataCount()];
  }

  /** The rows as they are sorted and filtered. */
  async shownRows() {
    return (await this.built).getData("active");
  }
}

/** Tabulator's headings sort by click alone, and two of its roles are where a grid may not have them (WAI-ARIA 1.2, grid). */
function openToKeyboard(grid) {
  grid.querySelector(".tabulator-header-contents").removeAttribute("role");
  grid.querySelector(".tabulator-tableholder").removeAttribute("tabindex");
  for (const heading of grid.querySelectorAll(".tabulator-sortable:not([tabindex])")) {
    heading.tabIndex = 0;
    heading.addEventListener("keydown", (event) => {
      if (event.key === "Enter" || event.key === " ") {
        heading.click();
        event.preventDefault();
      }
    });
  }
}

/** What can be chosen is a button; its package stands behind it, where a narrow table cuts it off. */
function nameCell(row, choose) {
  const button = element("button", {type: "button", class: "name", title: row.title}, row.brief ?? row.name);
  button.addEventListener("click", () => choose(row));
  return row.behind ? element("span", {}, button, " ", element("span", {class: "package"}, row.behind)) : button;
}
