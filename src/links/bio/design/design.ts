import { t } from '../../../kernel/translation/translate.ts';
import { invalid } from '../../../kernel/problem.ts';
import { contrastOfHex, readable } from '../../../kernel/contrast.ts';
import { paletteKeys, palettes } from './palettes.ts';
import { contrastOnBlend, mix, type Color } from './contrast.ts';
import {
  patternPart,
  fonts,
  grounds,
  buttonStyles,
  shapes,
  themeKeys,
  themes,
  type Font,
  type Ground,
  type ButtonStyle,
  type Palette,
  type Shape,
  type ThemeKey,
} from './themes.ts';

/** How a page looks. What is omitted is as its theme has it. */
export interface Design {
  theme: ThemeKey;
  font?: Font;
  shape?: Shape;
  buttonStyle?: ButtonStyle;
  ground?: Ground;
  /** The owner's own colours, in place of the theme's in both lights. */
  colors?: OwnColors;
}

export interface OwnColors {
  page: Color;
  page2: Color;
  text: Color;
  button: Color;
  onButton: Color;
}

export const usualDesign: Design = { theme: 'paper' };

/** Everything that a page is drawn with. */
export interface Drawn {
  font: Font;
  shape: Shape;
  buttonStyle: ButtonStyle;
  ground: Ground;
  light: Palette;
  dark: Palette;
}

export function drawn({ theme, colors, ...own }: Design): Drawn {
  const base = themes[theme];
  const palette = colors && paletteOf(colors);
  return { ...base, ...own, ...(palette && { light: palette, dark: palette }) };
}

/** What nobody chooses is made so that it can be read too. */
function paletteOf(colors: OwnColors): Palette {
  const soft = mix(colors.text, colors.page, 0.22);
  const quiet = minContrast(soft, colors) >= readable ? soft : colors.text;
  return { ...colors, quiet, line: lineOf(colors) };
}

const lineOf = ({ button, text }: OwnColors): Color => mix(button, text, 0.25);

/** On the ground wherever it may be: where it runs into the other colour, and on a pattern. */
const minContrast = (color: Color, colors: OwnColors): number =>
  Math.min(
    contrastOnBlend(color, colors.page, colors.page2),
    contrastOfHex(color, mix(colors.page, lineOf(colors), patternPart)),
  );

export type DesignInput = Partial<Record<keyof Omit<Design, 'colors'> | keyof OwnColors | 'own', string>>;

const colorNames = {
  page: 'background',
  page2: 'second background',
  text: 'text',
  button: 'button',
  onButton: 'text on buttons',
} as const;

/** A design as a form says it. Colours that could not be read on each other are refused, with what is missing. */
export function readDesign(input: DesignInput): Design {
  const theme = oneOf('theme', themeKeys, input.theme) ?? usualDesign.theme;
  const font = oneOf('font', fonts, input.font);
  const shape = oneOf('shape', shapes, input.shape);
  const buttonStyle = oneOf('buttonStyle', buttonStyles, input.buttonStyle);
  const ground = oneOf('ground', grounds, input.ground);
  return {
    theme,
    ...(font && { font }),
    ...(shape && { shape }),
    ...(buttonStyle && { buttonStyle }),
    ...(ground && { ground }),
    ...(input.own && { colors: readPalette(input.own) ?? readColors(input) }),
  };
}

function oneOf<T extends string>(field: string, known: readonly T[], text = ''): T | undefined {
  if (text === '') return undefined;
  const found = known.find((value) => value === text);
  if (found === undefined)
    throw invalid(field, t('The {field} is one of {known}', { field, known: known.join(', ') }));
  return found;
}

/** The colours of a palette that was chosen by its name. */
function readPalette(name: string): OwnColors | undefined {
  const key = paletteKeys.find((known) => known === name);
  return key && palettes[key];
}

function readColors(input: DesignInput): OwnColors {
  const color = (field: keyof OwnColors): Color => {
    const text = input[field]?.trim().toLowerCase() ?? '';
    if (!/^#[0-9a-f]{6}$/.test(text))
      throw invalid(field, t('The {value} is written #RRGGBB', { value: colorNames[field] }));
    return text as Color;
  };
  const page = color('page');
  const colors: OwnColors = {
    page,
    page2: input.page2?.trim() ? color('page2') : page,
    text: color('text'),
    button: color('button'),
    onButton: color('onButton'),
  };
  refuseUnreadable('text', minContrast(colors.text, colors));
  refuseUnreadable('onButton', contrastOfHex(colors.onButton, colors.button));
  return colors;
}

function refuseUnreadable(field: 'text' | 'onButton', found: number): void {
  if (found >= readable) return;
  const ground = field === 'text' ? 'the background' : 'the button';
  throw invalid(
    field,
    t('Too hard to read on {ground}: the contrast is {found}:1, at least {readable}:1 is required. ', {
      ground,
      found: found.toFixed(1),
      readable,
    }) + t('Choose a lighter or darker color'),
  );
}
