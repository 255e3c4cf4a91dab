import { attributes, html, type Html } from '../../../web/html.ts';
import { families } from '../design/style-sheet.ts';
import type { Font, Ground, ButtonStyle, Palette, Shape } from '../design/themes.ts';

type Colors = Pick<Palette, 'page' | 'page2' | 'text' | 'button' | 'onButton'>;

const box = { class: 'design-drawing', viewBox: '0 0 80 44', width: 80, height: 44, 'aria-hidden': 'true' };
const whole = { x: 0, y: 0, width: 80, height: 44 };

/** Sample letters of a font. */
export const fontDrawing = (font: Font): Html =>
  html`<svg ${attributes(box)}>
    <text
      ${attributes({ x: 40, y: 31, 'text-anchor': 'middle', 'font-size': 25, 'font-family': families[font], fill: 'currentColor' })}
    >
      ${'Aa'}
    </text>
  </svg>`;

/** A thumbnail of a page background. */
export function groundDrawing({ page, page2, line }: Palette, ground: Ground): Html {
  const centers = [8, 24, 40, 56, 72];
  return html`<svg ${attributes(box)}>
    <rect ${attributes({ ...whole, fill: page })} />
    ${
      ground === 'gradient' &&
      [0, 1, 2, 3, 4, 5, 6, 7].map(
        (i) =>
          html`<rect
            ${attributes({ x: 0, y: i * 5.5, width: 80, height: 5.6, fill: page2, opacity: i / 7 })}
          />`,
      )
    }
    ${
      ground === 'glow' &&
      html`<circle ${attributes({ cx: 4, cy: 2, r: 24, fill: page2 })} /><circle
          ${attributes({ cx: 78, cy: 44, r: 26, fill: page2 })}
        />`
    }
    ${
      ground === 'dots' &&
      centers.map((cx) =>
        [8, 22, 36].map((cy) => html`<circle ${attributes({ cx, cy, r: 1.5, fill: line })} />`),
      )
    }
    ${
      ground === 'grid' &&
      html`<path
        ${attributes({ d: `${centers.map((x) => `M${x} 0V44`).join('')}M0 8H80M0 22H80M0 36H80`, stroke: line, 'stroke-width': 0.7 })}
      />`
    }
  </svg>`;
}

const rounding: Readonly<Record<Shape, number>> = { pill: 9, round: 5, square: 0, leaf: 8 };

/** A sample button with its corners and fill. */
export function buttonDrawing(
  { page, button, line, quiet }: Palette,
  shape: Shape,
  style: ButtonStyle,
): Html {
  const place = { x: 11, y: 13, width: 58, height: 18, rx: rounding[shape] };
  const edge = style === 'outline' || style === 'hard' ? line : button;
  const bar = (more: Record<string, string | number>) =>
    // The leaf shape has two round corners and two nearly square ones.
    shape === 'leaf'
      ? html`<path
          ${attributes({ d: 'M20 13H66Q69 13 69 16V22Q69 31 60 31H14Q11 31 11 28V22Q11 13 20 13Z', ...more })}
        />`
      : html`<rect ${attributes({ ...place, ...more })} />`;
  return html`<svg ${attributes(box)}>
    <rect ${attributes({ ...whole, fill: page })} />
    ${style === 'hard' && bar({ fill: line, transform: 'translate(3 3)' })}
    ${style === 'soft' && bar({ fill: quiet, opacity: 0.3, transform: 'translate(0 2.5)' })}
    ${bar({ fill: style === 'outline' ? page : button, stroke: edge, 'stroke-width': 1.2 })}
  </svg>`;
}

/** A thumbnail of a page in these colors, with a line of text and a button. */
export const colorDrawing = ({ page, page2, text, button, onButton }: Colors): Html =>
  html`<svg ${attributes(box)}>
    <rect ${attributes({ ...whole, fill: page })} />
    <path ${attributes({ d: 'M80 12V44H30Z', fill: page2 })} />
    <rect ${attributes({ x: 24, y: 8, width: 32, height: 5, rx: 2.5, fill: text })} />
    <rect ${attributes({ x: 14, y: 20, width: 52, height: 15, rx: 5, fill: button })} />
    <rect ${attributes({ x: 28, y: 26, width: 24, height: 3.5, rx: 1.75, fill: onButton })} />
  </svg>`;
