import type { Random } from '../chance.ts';
import { area, backdrop, circle, glow, hsl, line, points } from './shapes.ts';

/** Ridges under a low sun, paler with distance. */
export function hills(chance: Random): string {
  const hue = chance.pick([205, 225, 260, 165, 20]);
  const sky = backdrop(hsl(hue, 45, 82), hsl(hue + 150, 55, 88));
  const disc = sunAt(chance.between(250, 950), chance.between(150, 330), hsl(38, 90, 78), 60);
  const ridges = range(6).map((i) => {
    const y = 300 + i * 85;
    return area(ridge(chance, y, 90 - i * 6), hsl(hue + i * 4, 22 + i * 5, 74 - i * 11));
  });
  return [sky, disc, ...ridges].join('');
}

/** A horizon, light on the water, and waves that grow toward the viewer. */
export function sea(chance: Random): string {
  const hue = chance.pick([198, 210, 225, 185]);
  const [x, horizon] = [chance.between(300, 900), 360];
  const warmth = chance.pick([18, 32, 45]);
  const sky = backdrop(hsl(hue, 40, 72), hsl(warmth, 70, 86));
  const water = area(`M0 ${horizon}H1200V800H0Z`, hsl(hue, 42, 38));
  const disc = sunAt(x, chance.between(230, 320), hsl(warmth, 90, 82), 48);
  const waves = range(26).flatMap((i) => {
    const y = horizon + 8 + i * i * 0.66;
    return [wave(chance, y, i, hsl(hue, 45, 30), 0.35), wave(chance, y + 4, i, hsl(hue, 55, 62), 0.28)];
  });
  const light = range(34).map((i) => {
    const y = horizon + 4 + i * 12;
    const half = chance.between(8, 26 + i * 5);
    return line(
      `M${Math.round(x - half)} ${y}h${Math.round(half * 2)}`,
      hsl(warmth, 95, 88),
      2 + i * 0.12,
      0.55 - i * 0.013,
    );
  });
  return [sky, disc, water, ...waves, ...light].join('');
}

/** Rows of conifers, fading into mist. */
export function forest(chance: Random): string {
  const hue = chance.pick([150, 165, 130, 190]);
  const rows = range(5).map((row) => {
    const foot = 480 + row * 90;
    const colour = hsl(hue, 18 + row * 6, 68 - row * 13);
    const trees = range(15 - row).map(() =>
      conifer(chance, chance.between(-40, 1240), foot, chance.between(190, 330) + row * 62),
    );
    return area(`${trees.join('')}M0 ${foot}H1200V800H0Z`, colour);
  });
  return [
    backdrop(hsl(hue, 22, 90), hsl(hue, 25, 74)),
    glow('mist', 600, 260, 520, hsl(52, 90, 93), 0.8),
    ...rows,
  ].join('');
}

/** Stars, a moon, and a dark skyline. */
export function night(chance: Random): string {
  const hue = chance.pick([228, 245, 215, 265]);
  const stars = range(320).map(() =>
    circle(
      chance.between(0, 1200),
      chance.between(0, 640),
      chance.between(0.6, 2.4),
      hsl(chance.pick([45, 210]), 60, 92),
      chance.between(0.35, 1),
    ),
  );
  const [x, y] = [chance.between(250, 950), chance.between(130, 260)];
  const moon = glow('halo', x, y, 190, hsl(48, 60, 85), 0.4) + circle(x, y, 46, hsl(48, 60, 90));
  const land = area(ridge(chance, 640, 60), hsl(hue, 45, 10)) + area(ridge(chance, 710, 40), hsl(hue, 50, 6));
  return [backdrop(hsl(hue, 55, 12), hsl(hue + 30, 45, 34)), ...stars, moon, land].join('');
}

/** A large sun on the horizon, with birds in front of it. */
export function sun(chance: Random): string {
  const hue = chance.pick([12, 330, 280]);
  const [x, y] = [chance.between(400, 800), chance.between(380, 470)];
  const birds = range(9).map(() => {
    const [bx, by, wing] = [chance.between(250, 950), chance.between(120, 360), chance.between(9, 20)];
    return line(
      `M${bx.toFixed(0)} ${by.toFixed(0)}q${wing.toFixed(0)} ${(-wing).toFixed(0)} ${(wing * 1.6).toFixed(0)} 0q${(wing * 0.6).toFixed(0)} ${(-wing).toFixed(0)} ${(wing * 1.6).toFixed(0)} 0`,
      hsl(hue, 40, 20),
      3,
    );
  });
  const land =
    area(ridge(chance, 600, 36), hsl(hue, 45, 26)) + area(ridge(chance, 690, 26), hsl(hue, 50, 16));
  return [
    backdrop(hsl(hue + 20, 75, 74), hsl(hue, 85, 84)),
    sunAt(x, y, hsl(42, 98, 78), 150),
    land,
    ...birds,
  ].join('');
}

/** A bare tree in beginning snowfall. */
export function snow(chance: Random): string {
  const hue = chance.pick([212, 225, 200]);
  const branches: string[] = [];
  const grow = (x: number, y: number, angle: number, length: number, thickness: number) => {
    const [tipX, tipY] = [x + Math.cos(angle) * length, y + Math.sin(angle) * length];
    branches.push(
      line(
        points([
          [x, y],
          [tipX, tipY],
        ]),
        hsl(hue, 18, 24),
        thickness,
      ),
    );
    if (length < 16) return;
    for (const side of [-1, 1])
      grow(
        tipX,
        tipY,
        angle + side * chance.between(0.2, 0.55),
        length * chance.between(0.68, 0.84),
        thickness * 0.68,
      );
  };
  grow(chance.between(420, 780), 780, -Math.PI / 2, 165, 22);
  const flakes = range(220).map(() =>
    circle(
      chance.between(0, 1200),
      chance.between(0, 800),
      chance.between(1.5, 5),
      '#fff',
      chance.between(0.4, 0.95),
    ),
  );
  const ground = area(ridge(chance, 720, 24), hsl(hue, 30, 96));
  return [backdrop(hsl(hue, 26, 74), hsl(hue, 24, 90)), ...branches, ground, ...flakes].join('');
}

const range = (count: number) => Array.from({ length: count }, (_, i) => i);

const sunAt = (x: number, y: number, colour: string, radius: number) =>
  glow('light', x, y, radius * 4.5, colour, 0.55) + circle(x, y, radius, colour);

/**
 * A rolling line across the canvas with everything below it filled: the sum of three waves of random lengths.
 */
function ridge(chance: Random, y: number, rise: number): string {
  const waves = range(3).map((i) => ({
    length: chance.between(90, 260) / (i + 1),
    phase: chance.between(0, 7),
    rise: rise / (i + 1),
  }));
  const top = range(61).map((i): [number, number] => {
    const x = i * 20;
    return [
      x,
      y + waves.reduce((sum, wave) => sum + Math.sin(x / wave.length + wave.phase) * wave.rise * 0.55, 0),
    ];
  });
  return `${points([...top, [1200, 800], [0, 800]])}Z`;
}

function wave(chance: Random, y: number, i: number, colour: string, opacity: number): string {
  const length = 30 + i * 9;
  const start = -chance.between(0, length * 2);
  const bows = range(Math.ceil(1200 / length) + 3).map(
    () => `q${(length / 2).toFixed(0)} ${(-2 - i * 0.45).toFixed(1)} ${length.toFixed(0)} 0`,
  );
  return line(`M${start.toFixed(0)} ${y.toFixed(0)}${bows.join('')}`, colour, 1 + i * 0.16, opacity);
}

/** Tiers of branches, widest at the bottom. */
function conifer(chance: Random, x: number, foot: number, tall: number): string {
  const tiers = 7;
  const half = tall * chance.between(0.15, 0.2);
  const side = (sign: 1 | -1) =>
    range(tiers).flatMap((tier): [number, number][] => {
      const y = foot - tall + (tall * (tier + 1)) / tiers;
      const reach = (half * (tier + 1)) / tiers;
      return [
        [x + sign * reach, y],
        [x + sign * reach * 0.55, y - tall * 0.02],
      ];
    });
  return `${points([[x, foot - tall], ...side(1), ...side(-1).reverse()])}Z`;
}
