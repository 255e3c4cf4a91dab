import type { Random } from '../chance.ts';
import { area, backdrop, circle, glow, hsl, points } from './shapes.ts';

/** A flower head: seeds at golden-angle steps, surrounded by petals. */
export function flower(chance: Random): string {
  const hue = chance.pick([335, 48, 275, 12, 205]);
  const golden = Math.PI * (3 - Math.sqrt(5));
  const dots = range(620).map((i) => {
    const from = Math.sqrt(i / 620);
    const [x, y] = [600 + Math.cos(i * golden) * from * 345, 400 + Math.sin(i * golden) * from * 345];
    return circle(x, y, 3 + from * 9, hsl(hue + (1 - from) * 40, 40 + from * 40, 30 + from * 42));
  });
  const leaf = chance.between(90, 140);
  return [
    backdrop(hsl(leaf, 32, 92), hsl(leaf, 28, 80)),
    glow('ground', 600, 400, 560, hsl(leaf, 40, 55), 0.5),
    ...dots,
  ].join('');
}

/** Eight-pointed stars with crosses between them. */
export function tiles(chance: Random): string {
  const hue = chance.pick([200, 175, 28, 340]);
  const size = 133;
  const stars = range(10).flatMap((column) =>
    range(8).map((row) => {
      const [x, y] = [column * size, row * size];
      const shade = hsl(hue + chance.between(-8, 8), chance.between(50, 65), chance.between(36, 50));
      return (
        star(x, y, size * 0.54, shade) +
        star(x, y, size * 0.3, hsl(hue + 170, 55, 82)) +
        circle(x, y, size * 0.09, hsl(hue, 55, 34))
      );
    }),
  );
  return [backdrop(hsl(hue + 170, 42, 90), hsl(hue + 165, 40, 84)), ...stars].join('');
}

/** A woven pattern as on a punched-card loom: each card row is a number that selects the raised threads. */
export function cards(chance: Random): string {
  const hue = chance.pick([230, 345, 172]);
  const step = 20;
  const rule = chance.whole(2, 5);
  const squares = range(40).flatMap((row) =>
    range(60).map((column) => {
      const [x, y] = [column - 29.5, row - 19.5];
      const isUp = (Math.floor(Math.abs(x * x + y * y * rule) / 9) + row + column) % 3 === 0;
      const shade = isUp ? hsl(hue, 58, chance.between(34, 42)) : hsl(42, 45, chance.between(86, 91));
      return `<rect x="${column * step + 1}" y="${row * step + 1}" width="18" height="18" rx="5" fill="${shade}"/>`;
    }),
  );
  return [backdrop(hsl(hue, 30, 22), hsl(hue, 35, 16)), ...squares].join('');
}

/** A candle in a dark room. */
export function flame(chance: Random): string {
  const [x, foot] = [600, 520];
  const lean = chance.between(-18, 18);
  const tongue = (scale: number, colour: string, opacity: number) => {
    const [half, tall] = [62 * scale, 250 * scale];
    return area(
      `M${x} ${foot}C${x - half * 1.5} ${foot - tall * 0.3} ${x - half * 0.6} ${foot - tall * 0.6} ${x + lean} ${foot - tall}` +
        `C${x + half * 0.8} ${foot - tall * 0.6} ${x + half * 1.5} ${foot - tall * 0.3} ${x} ${foot}Z`,
      colour,
      opacity,
    );
  };
  const hue = chance.pick([24, 32, 14]);
  return [
    backdrop(hsl(chance.pick([230, 160, 300, 10]), 35, 12), hsl(hue, 40, 12)),
    glow('room', x, 390, 560, hsl(hue + 8, 90, 55), 0.6),
    `<rect x="530" y="540" width="140" height="280" rx="14" fill="${hsl(44, 45, 86)}"/>`,
    area('M596 545h8v-34h-8Z', hsl(hue, 30, 14)),
    tongue(1, hsl(hue, 96, 58), 0.85),
    tongue(0.72, hsl(hue + 16, 98, 68), 0.9),
    tongue(0.42, hsl(hue + 24, 100, 90), 0.95),
  ].join('');
}

const range = (count: number) => Array.from({ length: count }, (_, i) => i);

function star(x: number, y: number, radius: number, fill: string): string {
  const corners = range(16).map((i): [number, number] => {
    const [angle, reach] = [(i * Math.PI) / 8, i % 2 === 0 ? radius : radius * 0.765];
    return [x + Math.cos(angle) * reach, y + Math.sin(angle) * reach];
  });
  return area(`${points(corners)}Z`, fill);
}
