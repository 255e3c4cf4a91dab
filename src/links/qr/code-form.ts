import { type Static, Type } from 'typebox';
import { Problem } from '../../kernel/problem.ts';
import { type App, verb, perAccount, type Viewer } from '../../platform/app.ts';
import type { Upload } from '../../platform/http/endpoint.ts';
import type { FormState } from '../../web/form.ts';
import { typedAddresses } from '../loose-values.ts';
import { type QrCode, codeAddress, type CodeInput, encodedText } from './code.ts';
import { type Before, prepareCode } from './codes.ts';
import { type CodeKind, kinds } from './content/content.ts';
import { parseCodeDesign, plainDesign } from './drawing/design.ts';
import type { CodeDrawing } from './drawing/drawing.ts';
import { loadLogo } from './drawing/load-logo.ts';
import { fitCode } from './drawing/picture.ts';
import { minutes } from '../../kernel/time.ts';

const field = Type.Optional(Type.String());

/** Fields of all content kinds, with the names of `CodeContent`. */
const contentFields = [
  'text', 'url', 'email', 'subject', 'body', 'phone', 'message', 'ssid', 'encryption', 'password', 'hidden',
  'firstName', 'lastName', 'organization', 'position', 'mobile', 'fax', 'street', 'city', 'region', 'zip', 'country',
  'website', 'note', 'version',
] as const; // prettier-ignore

const designFields = ['foreground', 'background', 'shape', 'corners', 'level', 'margin'] as const;

const texts = <const N extends string>(names: readonly N[]) =>
  Object.fromEntries(names.map((name) => [name, field])) as Record<N, typeof field>;

/** The form of the QR code designer. */
export const CodeForm = Type.Object({
  type: Type.Enum([...kinds]),
  name: field,
  dynamic: Type.Optional(Type.Enum(['yes', 'no'])),
  ...texts(contentFields),
  ...texts(designFields),
  /** The re-encoded logo of the previous preview, because browsers do not refill file fields. */
  keptLogo: field,
  removeLogo: field,
  /** The button that was pressed, for browsers without scripts. */
  act: Type.Optional(Type.Enum(['preview', 'save'])),
});
export type CodeForm = Static<typeof CodeForm>;

export const KindQuery = Type.Object({
  type: Type.Optional(Type.Enum([...kinds])),
  url: Type.Optional(Type.String({ maxLength: 8192 })),
});

/** Parses the kind without trusting the input. Defaults to `link`. */
export const kindOf = (form: Record<string, unknown>): CodeKind =>
  kinds.find((kind) => kind === form.type) ?? 'link';

/** Logos are limited to 500 kB. The form accepts more, so that our own error is shown. */
export const formFiles = { fields: ['logo'], max: 1, bytes: 2 * 1024 * 1024 };

export function toCodeInput(typed: CodeForm, files: readonly Upload[]): CodeInput {
  const form = typedAddresses(typed, 'url', 'website');
  const logo = files.find(({ field }) => field === 'logo')?.body;
  const savedLogo = form.keptLogo?.trim() ? form.keptLogo : undefined;
  return {
    kind: form.type,
    name: form.name ?? '',
    content: Object.fromEntries(contentFields.map((name) => [name, form[name]])),
    isDynamic: form.dynamic && form.dynamic === 'yes',
    design: Object.fromEntries(designFields.map((name) => [name, form[name]])),
    logo: logo ?? (form.removeLogo ? null : savedLogo),
  };
}

/** Adds an uploaded logo to the form as a field, so that it is sent again with the form. */
export async function storeLogo(
  app: Pick<App, 'outbound' | 'config' | 'log'>,
  viewer: Pick<Viewer, 'id'>,
  form: CodeForm,
  files: readonly Upload[],
): Promise<CodeForm> {
  const file = files.find(({ field }) => field === 'logo');
  const logo = file && (await loadLogo(app, viewer, file.body));
  return logo ? { ...form, keptLogo: `data:image/png;base64,${logo.toString('base64')}` } : form;
}

/** Initial form state of a new code of this kind. */
export const stateOfNew = (kind: CodeKind, url = ''): FormState => ({
  values: { type: kind, dynamic: kind === 'link' ? 'yes' : 'no', url },
});

/** Form state of an existing code. */
export function stateOfCode({ name, content, isDynamic, design }: QrCode, kind: CodeKind): FormState {
  const said = Object.entries(content).filter(([, value]) => typeof value === 'string');
  const { foreground, background, shape, corners, level, margin } = design;
  return {
    values: {
      ...(kind === content.kind && Object.fromEntries<string>(said)),
      ...(content.kind === 'wifi' && { hidden: content.isHidden ? 'on' : undefined }),
      type: kind,
      name,
      dynamic: isDynamic ? 'yes' : 'no',
      foreground,
      background,
      shape,
      corners,
      level,
      margin: String(margin),
    },
  };
}

/** Preview of a code. */
export interface CodePreview {
  /** Undefined: it cannot be drawn. */
  drawing: CodeDrawing | undefined;
  /** The encoded text. Undefined if an example is shown because the content is incomplete. */
  says: string | undefined;
  problem: Problem | undefined;
}

/** Placeholder for a new code, with the length of a real one so that the QR code has the same size. */
const example = 'abc234';

/**
 * Draws a preview of a code. Errors are part of the result. Previews are requested several times per second
 * during typing, and each is drawn and decoded.
 */
export const previewCode = verb(
  { name: 'qr.preview', scope: 'links:read', who: 'member', limit: perAccount(600, minutes(5)) },
  async (
    app,
    viewer: Pick<Viewer, 'id'>,
    input: CodeInput,
    before?: Before & { code: string },
  ): Promise<CodePreview> => {
    const code = before?.code ?? example;
    try {
      const prepared = await prepareCode(app, viewer, code, input, before);
      return { drawing: prepared.drawing, says: encodedText(app.config, prepared.code), problem: undefined };
    } catch (error) {
      if (!(error instanceof Problem) || error.status >= 500) throw error;
      return {
        drawing: await drawExample(app, viewer, code, input, before),
        says: undefined,
        problem: error,
      };
    }
  },
);

async function drawExample(
  app: Pick<App, 'outbound' | 'config' | 'log'>,
  viewer: Pick<Viewer, 'id'>,
  code: string,
  { design, logo }: CodeInput,
  before: Before | undefined,
): Promise<CodeDrawing | undefined> {
  try {
    const wanted = parseCodeDesign(before?.design ?? plainDesign, design);
    const middle = logo === undefined ? before?.logo : await loadLogo(app, viewer, logo);
    const { drawing } = await fitCode(app, viewer.id, {
      text: codeAddress(app.config, { code }),
      design: wanted,
      logo: middle ?? undefined,
    });
    return drawing;
  } catch (error) {
    // The error is already shown.
    if (error instanceof Problem && error.status < 500) return undefined;
    throw error;
  }
}
