import { invalid } from '../../../kernel/problem.ts';

type Matrix = number[][];

const largest = 30;

/** Parses rows of numbers of equal length. */
export function parseMatrix(field: string, text: string): Matrix {
  const rows = text
    .split(/\n|;/)
    .filter((line) => line.trim() !== '')
    .map((line) =>
      line
        .trim()
        .split(/[\s,]+/)
        .map(Number),
    );
  const width = rows[0]?.length ?? 0;
  if (
    rows.length === 0 ||
    rows.some((row) => row.length !== width || row.some((value) => !Number.isFinite(value)))
  )
    throw invalid(field, 'Send one row of numbers per line, all of the same length');
  if (rows.length > largest || width > largest)
    throw invalid(field, `Send at most ${largest} rows and columns`);
  return rows;
}

export const writeMatrix = (rows: Matrix) =>
  rows.map((row) => row.map((value) => Number(value.toPrecision(12)) + 0).join(' ')).join('\n');

export const transposed = (rows: Matrix): Matrix =>
  (rows[0] ?? []).map((_, column) => rows.map((row) => row[column] ?? 0));

export function product(field: string, a: Matrix, b: Matrix): Matrix {
  if (a[0]?.length !== b.length)
    throw invalid(field, 'The matrix needs as many rows as the first one has columns');
  const columns = transposed(b);
  return a.map((row) =>
    columns.map((column) => row.reduce((sum, value, i) => sum + value * (column[i] ?? 0), 0)),
  );
}

export const determinant = (field: string, rows: Matrix) =>
  Number(reduce(field, rows).determinant.toPrecision(12));

export function inverse(field: string, rows: Matrix): Matrix {
  const { determinant, right } = reduce(field, rows);
  if (determinant === 0) throw invalid(field, 'This matrix has no inverse');
  return right;
}

/** Gauss-Jordan elimination with partial pivoting, which turns the identity on the right into the inverse. */
function reduce(field: string, given: Matrix): { determinant: number; right: Matrix } {
  const size = given.length;
  if (given[0]?.length !== size) throw invalid(field, 'The matrix must be square');
  const rows = given.map((row, i) => [...row, ...row.map((_, j) => (i === j ? 1 : 0))]);
  let determinant = 1;
  for (let column = 0; column < size; column += 1) {
    const at = (row: number) => Math.abs(rows[row]?.[column] ?? 0);
    let best = column;
    for (let row = column + 1; row < size; row += 1) if (at(row) > at(best)) best = row;
    const pivotRow = rows[best] ?? [];
    const pivot = pivotRow[column] ?? 0;
    if (pivot === 0) return { determinant: 0, right: [] };
    if (best !== column) {
      rows[best] = rows[column] ?? [];
      determinant = -determinant;
    }
    determinant *= pivot;
    const scaled = pivotRow.map((value) => value / pivot);
    rows[column] = scaled;
    for (const [row, values] of rows.entries()) {
      const factor = values[column] ?? 0;
      if (row !== column) rows[row] = values.map((value, i) => value - factor * (scaled[i] ?? 0));
    }
  }
  return { determinant, right: rows.map((row) => row.slice(size)) };
}
