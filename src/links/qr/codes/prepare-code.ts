import { t } from '../../../kernel/translation/translate.ts';
import { invalid } from '../../../kernel/problem.ts';
import { toLine } from '../../../kernel/text.ts';
import type { App } from '../../../platform/app.ts';
import type { Viewer } from '../../../platform/http/caller.ts';
import { siteName } from '../../record/fields/texts.ts';
import { encodedText, type Code, type CodeInput } from './code.ts';
import { contactName, kindNames, type Content } from '../content/content.ts';
import { plain, parseDesign } from '../drawing/design.ts';
import type { Drawing } from '../drawing/drawing.ts';
import { fitDrawing } from '../drawing/fit.ts';
import { queueDrawing } from '../drawing/drawing-queue.ts';
import { parseContent } from '../content/parse-content.ts';
import { loadLogo } from '../drawing/load-logo.ts';

export interface Prepared {
  code: Omit<Code, 'id' | 'createdAt'>;
  logo: Buffer | null;
  drawing: Drawing;
}

/** The previous state of a code being updated. */
export interface Before extends Pick<Code, 'name' | 'content' | 'isDynamic' | 'design'> {
  logo: Buffer | null;
}

/**
 * Validates all input for a code, draws it and checks that it scans. Throws a `Problem` that names the
 * invalid field.
 */
export async function prepareCode(
  app: Pick<App, 'outbound' | 'config' | 'log'>,
  viewer: Pick<Viewer, 'id'>,
  code: string,
  input: CodeInput,
  before?: Before,
): Promise<Prepared> {
  const content = parseContent(input.kind, input.content, app.config);
  const design = parseDesign(before?.design ?? plain, input.design);
  const name = nameOf(content, input.name, before);
  const logo = input.logo === undefined ? (before?.logo ?? null) : await loadLogo(app, viewer, input.logo);
  const isDynamic = input.isDynamic ?? before?.isDynamic ?? content.kind === 'link';
  const text = encodedText(app.config, { code, content, isDynamic });
  const { fit, drawing } = await queueDrawing(viewer.id, () => fitDrawing(text, design, logo ?? undefined));
  return {
    code: { code, name, content, isDynamic, design, fit, hasLogo: logo !== null },
    logo,
    drawing,
  };
}

const longestName = 255;

function nameOf(content: Content, said: string | undefined, before?: Before): string {
  const name = toLine(said ?? '');
  if (name.length > longestName)
    throw invalid('name', t('The name can have at most {longestName} characters', { longestName }));
  if (name) return name;
  // A name derived from the content changes with it.
  const isChosen = said === undefined && before && before.name !== nameFrom(before.content);
  return isChosen ? before.name : nameFrom(content);
}

function nameFrom(content: Content): string {
  const name = Array.from(toLine(wordsOf(content)))
    .slice(0, 60)
    .join('');
  return name || kindNames()[content.kind];
}

function wordsOf(content: Content): string {
  switch (content.kind) {
    case 'link':
      return siteName(content.url);
    case 'text':
      return content.text;
    case 'vcard':
      return contactName(content) || content.email;
    case 'wifi':
      return content.ssid;
    case 'email':
      return content.email;
    case 'phone':
    case 'sms':
      return content.phone;
  }
}
