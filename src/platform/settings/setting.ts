import { Type } from 'typebox';

// Kinds of settings, each with a description and a default.

export const text = (description: string, fallback = '') => Type.String({ description, default: fallback });
export const port = (description: string, fallback: number) =>
  Type.Integer({ description, default: fallback, minimum: 0, maximum: 65_535 });
export const count = (description: string, fallback: number, minimum = 1) =>
  Type.Integer({ description, default: fallback, minimum });
export const flag = (description: string, fallback: boolean) =>
  Type.Boolean({ description, default: fallback });
/** An amount of USDC, with six decimals. */
export const usdc = (description: string, fallback: string) =>
  Type.String({
    description,
    default: fallback,
    pattern: String.raw`^(?!0+(\.0+)?$)\d{1,6}(\.\d{1,6})?$`,
    examples: [fallback],
  });
