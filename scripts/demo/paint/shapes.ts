// Shapes that the paintings share. Numbers are rounded, because the SVG is rendered once and discarded.

/** Hue in degrees, saturation and lightness in percent. */
export const hsl = (hue: number, saturation: number, lightness: number) =>
  `hsl(${Math.round(hue + 720) % 360},${Math.round(saturation)}%,${Math.round(lightness)}%)`;

export const circle = (x: number, y: number, radius: number, fill: string, opacity = 1) =>
  `<circle cx="${Math.round(x)}" cy="${Math.round(y)}" r="${radius.toFixed(1)}" fill="${fill}" fill-opacity="${opacity.toFixed(2)}"/>`;

export const area = (path: string, fill: string, opacity = 1) =>
  `<path d="${path}" fill="${fill}" fill-opacity="${opacity.toFixed(2)}"/>`;

export const line = (path: string, stroke: string, thickness: number, opacity = 1) =>
  `<path d="${path}" fill="none" stroke="${stroke}" stroke-width="${thickness.toFixed(1)}" stroke-opacity="${opacity.toFixed(2)}" stroke-linecap="round"/>`;

/** Fills the canvas with a gradient from the top color to the bottom color. */
export const backdrop = (top: string, foot: string) =>
  `<defs><linearGradient id="sky" x2="0" y2="1"><stop stop-color="${top}"/><stop offset="1" stop-color="${foot}"/></linearGradient></defs>` +
  '<rect width="1200" height="800" fill="url(#sky)"/>';

/** Light that fades with the distance. */
export function glow(
  name: string,
  x: number,
  y: number,
  radius: number,
  colour: string,
  strength = 0.9,
): string {
  return (
    `<defs><radialGradient id="${name}"><stop stop-color="${colour}" stop-opacity="${strength}"/>` +
    `<stop offset="1" stop-color="${colour}" stop-opacity="0"/></radialGradient></defs>` +
    `<circle cx="${Math.round(x)}" cy="${Math.round(y)}" r="${Math.round(radius)}" fill="url(#${name})"/>`
  );
}

export const points = (list: readonly (readonly [number, number])[]) =>
  `M${list.map(([x, y]) => `${Math.round(x)} ${Math.round(y)}`).join('L')}`;
