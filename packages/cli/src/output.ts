import { styleText } from 'node:util';

/** Colors only in a terminal, unless NO_COLOR is set. */
const isColored = () => process.stdout.isTTY && !process.env.NO_COLOR;

const styled = (style: Parameters<typeof styleText>[0], text: string): string =>
  isColored() ? styleText(style, text) : text;

export const printError = (message: string): void =>
  void process.stderr.write(
    `${process.stderr.isTTY && !process.env.NO_COLOR ? styleText('red', message) : message}\n`,
  );

/** Prints one thing for people, or as JSON. */
export function printRecord(record: object, isJson: unknown): void {
  if (isJson) return console.log(JSON.stringify(record, null, 2));
  const shown = Object.entries(record).filter(([, value]) => isPlain(value) && value !== '');
  const width = Math.max(0, ...shown.map(([name]) => name.length));
  for (const [name, value] of shown) console.log(`${styled('dim', name.padEnd(width))}  ${String(value)}`);
}

/** Prints rows in columns, or one JSON object a line as programs read them. */
export function printTable(rows: readonly object[], columns: readonly string[], isJson: unknown): void {
  if (isJson) {
    for (const row of rows) console.log(JSON.stringify(row));
    return;
  }
  const cells = rows.map((row) => columns.map((column) => cellOf((row as Record<string, unknown>)[column])));
  const widths = columns.map((column, i) =>
    Math.max(column.length, ...cells.map((row) => [...(row[i] ?? '')].length)),
  );
  const line = (row: readonly string[]) =>
    row
      .map((cell, i) => cell + ' '.repeat((widths[i] ?? 0) - [...cell].length))
      .join('  ')
      .trimEnd();
  // Pipes get what they can cut: no heading.
  if (process.stdout.isTTY) console.log(styled('bold', line(columns.map((column) => column.toUpperCase()))));
  for (const row of cells) console.log(line(row));
}

/** Prints one row as it comes, in columns of these widths. */
export function printRow(cells: readonly unknown[], widths: readonly number[]): void {
  console.log(
    cells
      .map((cell, i) => cellOf(cell).padEnd(widths[i] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}

/** A line that grows while many things are done. Only in a terminal. Undefined: how many there are is not known yet. */
export function progress(total?: number, what = ''): (done: number) => void {
  return (done) => {
    if (!process.stderr.isTTY) return;
    const filled = total === undefined ? 0 : Math.round((done / Math.max(1, total)) * 30);
    const bar = `${'█'.repeat(filled)}${'░'.repeat(30 - filled)}`;
    const count = total === undefined ? String(done) : `${done} of ${total}`;
    process.stderr.write(`\r${bar} ${`${count} ${what}`.trimEnd()}\u001b[K`);
    if (total !== undefined && done >= total) process.stderr.write('\n');
  };
}

const isPlain = (value: unknown) => value === null || typeof value !== 'object';

/** Control characters of others could move the cursor or change what a person sees. */
const cellOf = (value: unknown): string => {
  const text = isPlain(value) ? String(value ?? '') : JSON.stringify(value);

  const line = text.replaceAll(/[\u0000-\u001f\u007f-\u009f]+/g, ' ');
  const letters = [...line];
  return process.stdout.isTTY && letters.length > 60 ? `${letters.slice(0, 59).join('')}…` : line;
};
