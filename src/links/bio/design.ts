import { contrastOfHex, readable } from '../../kernel/contrast.ts';
import { invalid, msg } from '../../kernel/problem.ts';
import {
  backgrounds,
  buttonStyles,
  contrastOnBlend,
  fonts,
  mix,
  paletteKeys,
  palettes,
  patternShare,
  buttonShapes,
  themeKeys,
  themes,
} from './themes.ts';
import type { ButtonStyle, Color, Font, Ground, Palette, ButtonShape, ThemeKey } from './themes.ts';

/** The design of a page. Omitted properties default to the theme. */
export interface BioDesign {
  theme: ThemeKey;
  font?: Font;
  shape?: ButtonShape;
  buttonStyle?: ButtonStyle;
  ground?: Ground;
  /** Custom colors that replace the theme's colors in light and dark mode. */
  colors?: BioColors;
}

export interface BioColors {
  page: Color;
  page2: Color;
  text: Color;
  button: Color;
  onButton: Color;
}

export const defaultDesign: BioDesign = { theme: 'paper' };

/** The resolved design that a page is rendered with. */
export interface ResolvedDesign {
  font: Font;
  shape: ButtonShape;
  buttonStyle: ButtonStyle;
  ground: Ground;
  light: Palette;
  dark: Palette;
}

export function resolveDesign({ theme, colors, ...own }: BioDesign): ResolvedDesign {
  const base = themes[theme];
  const palette = colors && paletteOf(colors);
  return { ...base, ...own, ...(palette && { light: palette, dark: palette }) };
}

/** Derives the remaining colors so that they are readable too. */
function paletteOf(colors: BioColors): Palette {
  const soft = mix(colors.text, colors.page, 0.22);
  const quiet = minContrast(soft, colors) >= readable ? soft : colors.text;
  return { ...colors, quiet, line: lineOf(colors) };
}

const lineOf = ({ button, text }: BioColors): Color => mix(button, text, 0.25);

/** Returns the minimum contrast on the background, including its gradient and pattern. */
const minContrast = (color: Color, colors: BioColors): number =>
  Math.min(
    contrastOnBlend(color, colors.page, colors.page2),
    contrastOfHex(color, mix(colors.page, lineOf(colors), patternShare)),
  );

export type BioDesignInput = Partial<
  Record<keyof Omit<BioDesign, 'colors'> | keyof BioColors | 'own', string>
>;

const colorNames = {
  page: 'background',
  page2: 'second background',
  text: 'text',
  button: 'button',
  onButton: 'text on buttons',
} as const;

/**
 * Parses a design from form input. Rejects colors without sufficient contrast, and names the pair at fault.
 */
export function parseBioDesign(input: BioDesignInput): BioDesign {
  const theme = oneOf('theme', themeKeys, input.theme) ?? defaultDesign.theme;
  const font = oneOf('font', fonts, input.font);
  const shape = oneOf('shape', buttonShapes, input.shape);
  const buttonStyle = oneOf('buttonStyle', buttonStyles, input.buttonStyle);
  const ground = oneOf('ground', backgrounds, input.ground);
  return {
    theme,
    ...(font && { font }),
    ...(shape && { shape }),
    ...(buttonStyle && { buttonStyle }),
    ...(ground && { ground }),
    ...(input.own && { colors: parsePalette(input.own) ?? parseColors(input) }),
  };
}

function oneOf<T extends string>(field: string, known: readonly T[], text = ''): T | undefined {
  if (text === '') return undefined;
  const found = known.find((value) => value === text);
  if (found === undefined)
    throw invalid(field, msg('The {field} must be one of {known}', { field, known: known.join(', ') }));
  return found;
}

/** Returns the colors of the palette with this name. */
function parsePalette(name: string): BioColors | undefined {
  const key = paletteKeys.find((known) => known === name);
  return key && palettes[key];
}

function parseColors(input: BioDesignInput): BioColors {
  const color = (field: keyof BioColors): Color => {
    const text = input[field]?.trim().toLowerCase() ?? '';
    if (!/^#[0-9a-f]{6}$/.test(text))
      throw invalid(field, msg('The {value} must be in the form #RRGGBB', { value: colorNames[field] }));
    return text as Color;
  };
  const page = color('page');
  const colors: BioColors = {
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
  throw invalid(
    field,
    msg(
      'Not readable on {field, select, text {the background} other {the button}}: the contrast is {found}:1, but at least {readable}:1 is required. Choose a lighter or darker color.',
      { field, found: found.toFixed(1), readable },
    ),
  );
}
