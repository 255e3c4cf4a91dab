import { invalid } from '../../kernel/problem.ts';

interface Options {
  /** The value of `x`. */
  x?: number;
  degrees?: boolean;
}

const constants: Readonly<Record<string, number>> = { pi: Math.PI, π: Math.PI, e: Math.E, tau: 2 * Math.PI };

const functions: Readonly<Record<string, (...values: number[]) => number>> = {
  sqrt: Math.sqrt,
  cbrt: Math.cbrt,
  abs: Math.abs,
  round: Math.round,
  floor: Math.floor,
  ceil: Math.ceil,
  sign: Math.sign,
  exp: Math.exp,
  ln: Math.log,
  log: Math.log10,
  log2: Math.log2,
  sinh: Math.sinh,
  cosh: Math.cosh,
  tanh: Math.tanh,
  min: Math.min,
  max: Math.max,
  pow: Math.pow,
  mod: (a = 0, b = 0) => a - b * Math.floor(a / b),
  hypot: Math.hypot,
};

const angles = { sin: Math.sin, cos: Math.cos, tan: Math.tan };
const arcs = { asin: Math.asin, acos: Math.acos, atan: Math.atan };

/** Maximum nesting of parentheses and powers. */
const maxDepth = 100;

/** Evaluates an expression by recursive descent, without executing code. */
export function evaluate(field: string, text: string, { x, degrees = false }: Options = {}): number {
  const tokens = text.match(/\d+(?:\.\d*)?(?:e[+-]?\d+)?|\.\d+|[a-zπ]\w*|\*\*|[^\s]/gi) ?? [];
  const turn = degrees ? Math.PI / 180 : 1;
  let at = 0;
  let depth = 0;
  const fail = (): never => {
    const token = tokens[at];
    throw invalid(
      field,
      token === undefined ? 'The expression ends too early' : `“${token}” is not expected here`,
    );
  };
  const takes = (...signs: string[]) => (signs.includes(tokens[at] ?? '') ? tokens[at++] : undefined);

  const sum = (): number => {
    if ((depth += 1) > maxDepth) throw invalid(field, 'The expression is nested too deeply');
    let value = term();
    for (let sign = takes('+', '-'); sign; sign = takes('+', '-')) value += (sign === '+' ? 1 : -1) * term();
    depth -= 1;
    return value;
  };
  const term = (): number => {
    let value = factor();
    for (let sign = takes('*', '/', '×', '÷', '%'); sign; sign = takes('*', '/', '×', '÷', '%')) {
      const next = factor();
      value = sign === '*' || sign === '×' ? value * next : sign === '%' ? value % next : value / next;
    }
    return value;
  };
  const factor = (): number => {
    const sign = takes('+', '-');
    if (!sign) return power();
    if ((depth += 1) > maxDepth) throw invalid(field, 'The expression is nested too deeply');
    const value = factor();
    depth -= 1;
    return sign === '-' ? -value : value;
  };
  const power = (): number => {
    const base = atom();
    return takes('^', '**') ? base ** factor() : takes('!') ? factorial(base) : base;
  };
  const atom = (): number => {
    const token = tokens[at] ?? fail();
    if (/^[\d.]/.test(token) && token !== '.') {
      at += 1;
      return Number(token);
    }
    if (takes('(')) {
      const value = sum();
      return takes(')') ? value : fail();
    }
    const name = token.toLowerCase();
    if (name === 'x' && x !== undefined) return ((at += 1), x);
    if (Object.hasOwn(constants, name)) return ((at += 1), constants[name] ?? 0);
    return call(name);
  };
  const call = (name: string): number => {
    const isKnown = [functions, angles, arcs].some((table) => Object.hasOwn(table, name));
    if (!isKnown) return fail();
    at += 1;
    if (!takes('(')) return fail();
    const values = [sum()];
    while (takes(',')) values.push(sum());
    if (!takes(')')) return fail();
    const [first = 0] = values;
    if (name in angles) return angles[name as keyof typeof angles](first * turn);
    if (name in arcs) return arcs[name as keyof typeof arcs](first) / turn;
    return functions[name]?.(...values) ?? fail();
  };

  const value = sum();
  return at < tokens.length ? fail() : value;
}

function factorial(value: number): number {
  if (!Number.isInteger(value) || value < 0) return Number.NaN;
  if (value > 170) return Number.POSITIVE_INFINITY;
  let product = 1;
  for (let i = 2; i <= value; i += 1) product *= i;
  return product;
}

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
