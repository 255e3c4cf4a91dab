import { minutes } from '../../kernel/time.ts';
import type { App } from '../../platform/app.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import { enforce } from '../../platform/limits.ts';
import { prepareTexts, type TextCall } from './prepared.ts';
import { richMarkup } from './rendered.ts';

/** Previews of all kinds and doors share this budget. */
const rule = { name: 'preview', calls: 120, within: minutes(5) };

/** Counts a preview of an unpublished Markdown text, and renders a long one in a sandbox. */
export async function preparePreview(
  app: App,
  author: Viewer,
  text: string,
  call: TextCall = richMarkup.call(text, []),
): Promise<void> {
  enforce(await app.limits.consume(rule, author.id));
  await prepareTexts(app, author.id, [call]);
}
