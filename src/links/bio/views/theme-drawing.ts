import { attributes, html, type Html } from '../../../web/html.ts';
import type { ResolvedDesign } from '../design/design.ts';
import type { Palette, Shape } from '../design/themes.ts';

/** A thumbnail of a theme: light on the left, dark on the right. Decorative, next to the theme's name. */
export function themeDrawing(design: ResolvedDesign): Html {
  const { light, dark } = design;
  const isOne = light === dark;
  return html`<svg class="bio-drawing" viewBox="0 0 120 84" width="120" height="84" aria-hidden="true">
    ${isOne ? half(design, light, 0, 120) : html`${half(design, light, 0, 60)}${half(design, dark, 60, 60)}`}
  </svg>`;
}

const rounding: Readonly<Record<Shape, number>> = { pill: 6, round: 3, square: 0, leaf: 4 };

function half(design: ResolvedDesign, palette: Palette, x: number, width: number): Html {
  const middle = x + width / 2;
  const bar = (y: number) => {
    const place = { x: x + width * 0.16, y, width: width * 0.68, height: 12, rx: rounding[design.shape] };
    const hard = { ...place, x: place.x + 2, y: y + 2, fill: palette.line };
    return html`${design.buttonStyle === 'hard' && html`<rect ${attributes(hard)} />`}<rect
        ${attributes({
          ...place,
          fill: palette.button,
          stroke:
            design.buttonStyle === 'outline' || design.buttonStyle === 'hard' ? palette.line : palette.button,
        })}
      />`;
  };
  return html`<rect ${attributes({ x, y: 0, width, height: 84, fill: palette.page })} />
    ${
      design.ground !== 'plain' &&
      html`<path
        ${attributes({
          d: `M${x} 84V46l${width}-30V84z`,
          fill: palette.page2,
          opacity: design.ground === 'gradient' || design.ground === 'glow' ? 1 : 0.5,
        })}
      />`
    }
    <circle ${attributes({ cx: middle, cy: 16, r: 7, fill: palette.text })} />
    ${bar(32)} ${bar(49)} ${bar(66)}`;
}
