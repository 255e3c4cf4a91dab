import { t } from '../../../kernel/translation/translate.ts';
import { card } from '../../../web/components/card.ts';
import { swatchField } from '../../../web/components/fields/swatch-field.ts';
import { textField } from '../../../web/components/fields/text-field.ts';
import { bind, form, type FormState } from '../../../web/form.ts';
import { html, type Html } from '../../../web/html.ts';
import type { View } from '../../../web/view.ts';
import type { BuilderState } from '../blocks/builder-state.ts';
import { paletteKeys, palettes, type PaletteKey } from '../design/palettes.ts';
import {
  themeKeys,
  themes,
  type Font,
  type Ground,
  type ButtonStyle,
  type Palette,
  type Shape,
  type Theme,
} from '../design/themes.ts';
import { bioPath, builderFrame } from './builder-frame.ts';
import { buttonDrawing, colorDrawing, fontDrawing, groundDrawing } from './design-drawings.ts';
import { themeDrawing } from './theme-drawing.ts';

/** The design form: a theme, and overrides of its properties. */
export const designView = (page: BuilderState, state: FormState): View =>
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
  const theme: Theme = themeOf(state);
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

const shapeNames = (): Record<Shape, string> => ({
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

const themeOf = (state: FormState): Theme =>
  (themes as Record<string, Theme | undefined>)[state.values?.theme ?? ''] ?? themes.paper;

/** The entered values that are valid colors. */
const ownColors = ({ values = {} }: FormState) =>
  Object.fromEntries(
    Object.entries(values).filter(([, value]) => /^#[0-9a-f]{6}$/.test(value ?? '')),
  ) as Partial<Palette>;
