import type { Corners, CodeShape } from './design.ts';
import type { Symbol } from './drawing.ts';

/** A square area in the center that is reserved for the logo. */
export interface Hole {
  /** Index of the first reserved row and column, and their number. */
  from: number;
  count: number;
}

/** Size of a finder pattern in modules. */
const finderSize = 7;

/**
 * Returns the dark modules of a code as one SVG path, one unit per module, offset by `margin`. All output
 * formats use this path. Inner rings of finder patterns run in the opposite direction, so both fill rules
 * work.
 */
export function toDrawingPath(
  symbol: Symbol,
  { shape, corners, margin }: { shape: CodeShape; corners: Corners; margin: number },
  hole: Hole | undefined,
): string {
  const isFree = (x: number, y: number) => !(hole && isIn(hole, x, y));
  const isDrawn = (x: number, y: number) =>
    symbol.isDark(x, y) && isFree(x, y) && !symbol.isAlignmentCenter(x, y) && !isInEye(symbol, x, y);
  const far = symbol.side - finderSize;
  const eyes = [
    [0, 0],
    [far, 0],
    [0, far],
  ].map(([x = 0, y = 0]) => [x + 3, y + 3] as const);
  const centers = alignmentCenters(symbol).filter(([x, y]) => isFree(x - 2, y - 2) && isFree(x + 2, y + 2));
  const rings =
    (radius: number) =>
    ([x, y]: Center) =>
      target(x + margin + 0.5, y + margin + 0.5, radius, corners);
  return [
    ...dots[shape](symbol.side, isDrawn, margin),
    ...eyes.map(rings(3.5)),
    ...centers.map(rings(2.5)),
  ].join('');
}

type Center = readonly [x: number, y: number];

/** Returns the centers of the alignment patterns, which are five modules wide and never touch. */
function alignmentCenters({ side, isAlignmentCenter }: Symbol): Center[] {
  const isMiddle = (x: number, y: number) =>
    isAlignmentCenter(x - 2, y - 2) && isAlignmentCenter(x + 2, y + 2);
  return rows(side).flatMap((y) => rows(side).flatMap((x) => (isMiddle(x, y) ? [[x, y] as const] : [])));
}

function isInEye({ side }: Symbol, x: number, y: number): boolean {
  const far = side - finderSize;
  return (x < finderSize && y < finderSize) || (x >= far && y < finderSize) || (x < finderSize && y >= far);
}

const isIn = ({ from, count }: Hole, x: number, y: number) =>
  x >= from && y >= from && x < from + count && y < from + count;

type IsDrawn = (x: number, y: number) => boolean;

const dots: Readonly<Record<CodeShape, (side: number, isDrawn: IsDrawn, margin: number) => string[]>> = {
  square: (side, isDrawn, margin) =>
    rows(side).flatMap((y) =>
      runs(side, (x) => isDrawn(x, y)).map(([x, count]) => rectangle(x + margin, y + margin, count, 1)),
    ),
  dots: (side, isDrawn, margin) =>
    eachDrawn(side, isDrawn, (x, y) => circle(x + margin + 0.5, y + margin + 0.5, 0.48)),
  rounded: (side, isDrawn, margin) =>
    eachDrawn(side, isDrawn, (x, y) => blob(x + margin, y + margin, freeCorners(isDrawn, x, y))),
};

const rows = (side: number) => Array.from({ length: side }, (_, y) => y);

function eachDrawn(side: number, isDrawn: IsDrawn, draw: (x: number, y: number) => string): string[] {
  return rows(side).flatMap((y) => rows(side).flatMap((x) => (isDrawn(x, y) ? [draw(x, y)] : [])));
}

/** Returns runs of adjacent dark modules. Drawing modules separately would leave visible seams. */
function runs(side: number, isDrawn: (x: number) => boolean): [x: number, count: number][] {
  const found: [number, number][] = [];
  for (let x = 0; x < side; x++) {
    const last = found.at(-1);
    if (!isDrawn(x)) continue;
    if (last && last[0] + last[1] === x) last[1] += 1;
    else found.push([x, 1]);
  }
  return found;
}

/** Returns which corners of a module touch no other one and can be rounded, clockwise from the upper left. */
function freeCorners(isDrawn: IsDrawn, x: number, y: number): readonly boolean[] {
  const [up, right, down, left] = [
    isDrawn(x, y - 1),
    isDrawn(x + 1, y),
    isDrawn(x, y + 1),
    isDrawn(x - 1, y),
  ];
  return [!up && !left, !up && !right, !down && !right, !down && !left];
}

function blob(x: number, y: number, [first, second, third, fourth]: readonly boolean[]): string {
  const arc = (isRound: boolean | undefined, dx: number, dy: number, edge: string) =>
    isRound ? `a.5 .5 0 0 1 ${dx} ${dy}` : edge;
  return (
    `M${x} ${y + 0.5}${arc(first, 0.5, -0.5, 'v-.5h.5')}${arc(second, 0.5, 0.5, 'h.5v.5')}` +
    `${arc(third, -0.5, 0.5, 'v.5h-.5')}${arc(fourth, -0.5, -0.5, 'h-.5v-.5')}z`
  );
}

/** Draws a finder or alignment pattern: a ring one module wide, and a dot two modules further in. */
function target(x: number, y: number, radius: number, corners: Corners): string {
  if (corners === 'circle')
    return circle(x, y, radius) + circle(x, y, radius - 1, true) + circle(x, y, radius - 2);
  const roundness = corners === 'rounded' ? 0.57 : 0;
  const ring = (radius: number, isInside = false) =>
    roundedSquare(x - radius, y - radius, 2 * radius, roundness * radius, isInside);
  return ring(radius) + ring(radius - 1, true) + ring(radius - 2);
}

const rectangle = (x: number, y: number, width: number, height: number) =>
  `M${x} ${y}h${width}v${height}h${-width}z`;

function circle(x: number, y: number, radius: number, isInside = false): string {
  const sweep = isInside ? 0 : 1;
  const half = (across: number) => `a${radius} ${radius} 0 1 ${sweep} ${across} 0`;
  return `M${x - radius} ${y}${half(2 * radius)}${half(-2 * radius)}z`;
}

function roundedSquare(x: number, y: number, side: number, radius: number, isInside = false): string {
  const edge = side - 2 * radius;
  const turn = (dx: number, dy: number) =>
    radius === 0 ? '' : `a${radius} ${radius} 0 0 ${isInside ? 0 : 1} ${dx * radius} ${dy * radius}`;
  return isInside
    ? `M${x} ${y + radius}v${edge}${turn(1, 1)}h${edge}${turn(1, -1)}v${-edge}${turn(-1, -1)}h${-edge}${turn(-1, 1)}z`
    : `M${x + radius} ${y}h${edge}${turn(1, 1)}v${edge}${turn(-1, 1)}h${-edge}${turn(-1, -1)}v${-edge}${turn(1, -1)}z`;
}
