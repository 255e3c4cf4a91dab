/** The rows of a CSV file (RFC 4180) by the names in its first line, in lower case. */
export function parseCsv(text: string): Record<string, string>[] {
  const [names = [], ...rows] = linesOf(text.replace(/^\uFEFF/, ''));
  return rows
    .filter((row) => row.some((cell) => cell !== ''))
    .map((row) =>
      Object.fromEntries(names.map((name, i) => [name.trim().toLowerCase(), row[i]?.trim() ?? ''])),
    );
}

function linesOf(text: string): string[][] {
  const lines: string[][] = [];
  let [line, cell, isQuoted]: [string[], string, boolean] = [[], '', false];
  const endLine = () => {
    line.push(cell);
    lines.push(line);
    [line, cell] = [[], ''];
  };
  for (let at = 0; at < text.length; at += 1) {
    const letter = text[at] ?? '';
    if (isQuoted && letter === '"' && text[at + 1] === '"') {
      cell += '"';
      at += 1;
    } else if (letter === '"' && (isQuoted || cell === '')) isQuoted = !isQuoted;
    else if (isQuoted) cell += letter;
    else if (letter === ',') {
      line.push(cell);
      cell = '';
    } else if (letter === '\n') endLine();
    else if (letter !== '\r') cell += letter;
  }
  if (cell !== '' || line.length > 0) endLine();
  return lines;
}

/** One line of CSV. A spreadsheet must not take a cell for a formula. */
export const toCsv = (cells: readonly unknown[]): string =>
  cells
    .map((cell) => String(cell ?? ''))
    .map((text) => (/^[=+\-@\t\r]/.test(text) && Number.isNaN(Number(text)) ? `'${text}` : text))
    .map((text) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text))
    .join(',');

/** The text of a cell that `toCsv` has written. */
export const fromCell = (cell: string): string => cell.replace(/^'(?=[=+\-@])/, '');
