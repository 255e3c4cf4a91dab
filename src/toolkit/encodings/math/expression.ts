import { invalid } from '../../../kernel/problem.ts';

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
