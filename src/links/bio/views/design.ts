import { t } from '../../../web/translation/translate.ts';
import { card } from '../../../web/components/surfaces.ts';
import { swatchField } from '../../../web/components/fields/choice-field.ts';
import { textField } from '../../../web/components/fields/text-field.ts';
import { bind, form, type FormState } from '../../../web/form.ts';
import { attributes, html, type Html, type View } from '../../../web/html.ts';
import type { BioBuilderState } from '../block.ts';
import type { ResolvedDesign } from '../design.ts';
import { families } from '../style-sheet.ts';
import { paletteKeys, palettes, themeKeys, themes } from '../themes.ts';
import type { ButtonStyle, Font, Ground, Palette, PaletteKey, ButtonShape, BioTheme } from '../themes.ts';
import { bioPath, builderFrame } from './builder-frame.ts';

/** The design form: a theme, and overrides of its properties. */
export const designView = (page: BioBuilderState, state: FormState): View =>
  builderFrame(page, {
    tab: 'design',
    body: html`<div data-controller="autosubmit" data-action="change->autosubmit#send">
      ${form({
        action: `${bioPath(page)}/design`,
        state,
        submit: t('Save'),
        busyLabel: t('Saving'),
        body: html`${card({ title: t('Theme'), body: themeChoice(state) })}
        ${card({ title: t('Typography and shapes'), lead: t('Defaults come from the theme.'), body: shapeFields(state) })}
        ${card({ title: t('Colors'), body: colorFields(state) })}`,
      })}
    </div>`,
  });

function themeChoice(state: FormState): Html {
  const field = bind(state)('theme');
  return swatchField({
    ...field,
    value: field.value ?? 'paper',
    label: t('Theme'),
    hideLabel: true,
    swatches: themeKeys.map((key) => ({
      value: key,
      label: t(themes[key].name),
      drawing: themeDrawing(themes[key]),
    })),
  });
}

/** The theme's default option is drawn with the theme's own value. */
function shapeFields(state: FormState): Html {
  const theme: BioTheme = themeOf(state);
  const choice = <K extends string>(
    name: string,
    label: string,
    names: Readonly<Record<K, string>>,
    ofTheme: K,
    draw: (key: K) => Html,
  ) =>
    swatchField({
      ...bind(state)(name),
      label,
      small: true,
      swatches: [
        { value: '', label: t('Theme default'), drawing: draw(ofTheme) },
        ...(Object.keys(names) as K[]).map((key) => ({ value: key, label: names[key], drawing: draw(key) })),
      ],
    });
  return html`${choice('font', t('Font'), fontNames(), theme.font, fontDrawing)}
  ${choice('ground', t('Background'), groundNames(), theme.ground, (key) => groundDrawing(theme.light, key))}
  ${choice('shape', t('Corners'), shapeNames(), theme.shape, (key) => buttonDrawing(theme.light, key, theme.buttonStyle))}
  ${choice('buttonStyle', t('Buttons'), buttonStyleNames(), theme.buttonStyle, (key) => buttonDrawing(theme.light, theme.shape, key))}`;
}

const fontNames = (): Record<Font, string> => ({
  sans: t('Sans'),
  humanist: t('Humanist'),
  serif: t('Serif'),
  rounded: t('Rounded'),
  slab: t('Slab'),
  mono: t('Monospace'),
});

const groundNames = (): Record<Ground, string> => ({
  plain: t('Solid'),
  gradient: t('Gradient'),
  glow: t('Glow'),
  dots: t('Dots'),
  grid: t('Grid'),
});

const shapeNames = (): Record<ButtonShape, string> => ({
  pill: t('Pill'),
  round: t('Rounded'),
  square: t('Square'),
  leaf: t('Leaf'),
});

const buttonStyleNames = (): Record<ButtonStyle, string> => ({
  fill: t('Filled'),
  outline: t('Outlined'),
  soft: t('Shadow'),
  hard: t('Hard shadow'),
});

const paletteNames = (): Record<PaletteKey, string> => ({
  snow: t('Snow'),
  sky: t('Sky'),
  mint: t('Mint'),
  peach: t('Peach'),
  rose: t('Rose'),
  lilac: t('Lilac'),
  night: t('Night'),
  forest: t('Forest'),
  plum: t('Plum'),
});

/** Shows a color field for each part when “Custom” is selected. */
function colorFields(state: FormState): Html {
  const field = bind(state);
  const { light } = themeOf(state);
  const color = (name: 'page' | 'page2' | 'text' | 'button' | 'onButton', label: string) =>
    textField({ ...field(name), value: state.values?.[name] ?? light[name], label, type: 'color' });
  const names = paletteNames();
  return html`${swatchField({
      ...field('own'),
      label: t('Color palette'),
      hint: t('Replaces the theme’s colors in light and dark mode. Unreadable combinations are rejected.'),
      small: true,
      swatches: [
        { value: '', label: t('Theme default'), drawing: colorDrawing(light) },
        ...paletteKeys.map((key) => ({
          value: key,
          label: names[key],
          drawing: colorDrawing(palettes[key]),
        })),
        {
          value: 'on',
          label: t('Custom'),
          drawing: colorDrawing({ ...light, ...ownColors(state) }),
        },
      ],
    })}
    <div class="bio-colors">
      ${color('page', t('Background'))} ${color('page2', t('Second color'))} ${color('text', t('Text'))}
      ${color('button', t('Buttons'))} ${color('onButton', t('Button text'))}
    </div>`;
}

const themeOf = (state: FormState): BioTheme =>
  (themes as Record<string, BioTheme | undefined>)[state.values?.theme ?? ''] ?? themes.paper;

/** The entered values that are valid colors. */
const ownColors = ({ values = {} }: FormState) =>
  Object.fromEntries(
    Object.entries(values).filter(([, value]) => /^#[0-9a-f]{6}$/.test(value ?? '')),
  ) as Partial<Palette>;

type Colors = Pick<Palette, 'page' | 'page2' | 'text' | 'button' | 'onButton'>;

const box = { class: 'design-drawing', viewBox: '0 0 80 44', width: 80, height: 44, 'aria-hidden': 'true' };
const whole = { x: 0, y: 0, width: 80, height: 44 };

/** Sample letters of a font. */
const fontDrawing = (font: Font): Html =>
  html`<svg ${attributes(box)}>
    <text
      ${attributes({ x: 40, y: 31, 'text-anchor': 'middle', 'font-size': 25, 'font-family': families[font], fill: 'currentColor' })}
    >
      ${'Aa'}
    </text>
  </svg>`;

/** A thumbnail of a page background. */
function groundDrawing({ page, page2, line }: Palette, ground: Ground): Html {
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

const rounding: Readonly<Record<ButtonShape, number>> = { pill: 9, round: 5, square: 0, leaf: 8 };

/** A sample button with its corners and fill. */
function buttonDrawing({ page, button, line, quiet }: Palette, shape: ButtonShape, style: ButtonStyle): Html {
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
const colorDrawing = ({ page, page2, text, button, onButton }: Colors): Html =>
  html`<svg ${attributes(box)}>
    <rect ${attributes({ ...whole, fill: page })} />
    <path ${attributes({ d: 'M80 12V44H30Z', fill: page2 })} />
    <rect ${attributes({ x: 24, y: 8, width: 32, height: 5, rx: 2.5, fill: text })} />
    <rect ${attributes({ x: 14, y: 20, width: 52, height: 15, rx: 5, fill: button })} />
    <rect ${attributes({ x: 28, y: 26, width: 24, height: 3.5, rx: 1.75, fill: onButton })} />
  </svg>`;

/** A thumbnail of a theme: light on the left, dark on the right. Decorative, next to the theme's name. */
export function themeDrawing(design: ResolvedDesign): Html {
  const { light, dark } = design;
  const isOne = light === dark;
  return html`<svg class="bio-drawing" viewBox="0 0 120 84" width="120" height="84" aria-hidden="true">
    ${isOne ? half(design, light, 0, 120) : html`${half(design, light, 0, 60)}${half(design, dark, 60, 60)}`}
  </svg>`;
}

const themeRounding: Readonly<Record<ButtonShape, number>> = { pill: 6, round: 3, square: 0, leaf: 4 };

function half(design: ResolvedDesign, palette: Palette, x: number, width: number): Html {
  const middle = x + width / 2;
  const bar = (y: number) => {
    const place = {
      x: x + width * 0.16,
      y,
      width: width * 0.68,
      height: 12,
      rx: themeRounding[design.shape],
    };
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
