import { t } from '../../../kernel/translation/translate.ts';
import { missing } from '../../../kernel/problem.ts';
import { formats, parseDesign, type Design, type Format } from '../drawing/design.ts';

/** The requested version of an image. */
export interface RequestedImage {
  size: number;
  format: Format;
}

/**
 * Parses `?size=` and `?format=`, with the code's own values as defaults. Throws a `Problem` for invalid
 * ones.
 */
export function parseWanted(
  design: Design,
  { size, format }: { size?: unknown; format?: unknown },
): RequestedImage {
  const text = (value: unknown) => (typeof value === 'string' ? value : undefined);
  return parseDesign(design, { size: text(size), format: text(format) });
}

/** Parses a name such as `k3x9ab.png`: the code, and the format of its image or contact file. */
export function parseFileName(name: string): { code: string; ending: Format | 'vcf' | undefined } {
  const [, code = '', ending] = /^([0-9a-z]{1,32})(?:\.([a-z]{3,4}))?$/.exec(name) ?? [];
  const known = [...formats, 'vcf' as const].find((format) => format === ending);
  if (!code || (ending !== undefined && !known)) throw missing(t('Picture'));
  return { code, ending: known };
}
