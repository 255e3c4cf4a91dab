import { t } from '../../../kernel/translation/translate.ts';
import { Type } from 'typebox';
import { minutes } from '../../../kernel/time.ts';
import { missing } from '../../../kernel/problem.ts';
import type { App } from '../../../platform/app.ts';
import { refused } from '../../../web/refused.ts';
import type { Client } from '../../../platform/http/caller.ts';
import { page, redirect, type Download } from '../../../platform/http/endpoint.ts';
import { shortAddress } from '../../record/link.ts';
import { addAnswer } from '../forms/answers.ts';
import { isShown, type Block } from '../blocks/block.ts';
import { toResponse } from './open-pages.ts';
import { findPublicBio, isOpen, type PublicBio } from './public-bio.ts';
import { formErrorView } from '../views/form-error-view.ts';
import { publicPage, type ShownAs } from '../views/public-page.ts';
import { id } from '../../owned/api.ts';

const Place = Type.Object({ id, block: id });
const text = Type.Optional(Type.String({ maxLength: 20_000 }));

/** Counts a visit to the link with this id. */
type Count = (linkId: string, client: Client) => Promise<void>;

/** Click and form endpoints of public pages, also on branded domains. */
export const bioPublicPages = (count: Count) => [
  page({
    method: 'GET',
    path: '/bio/:id/to/:block',
    access: 'anyone',
    params: Place,
    // Index of the clicked item, such as a social icon.
    query: Type.Object({ n: Type.Optional(Type.Integer({ minimum: 0, maximum: 100 })) }),
    handle: async ({ app, params, query: { n = 0 }, client }) => {
      const { found, block } = await getBlock(app, params);
      const to = targetOf(found, block, n);
      if (to === undefined && block.kind !== 'video') throw missing(t('Page'));
      await count(block.id, client);
      return to === undefined ? draw(app, found, { playing: block.id }) : redirect(to);
    },
  }),
  page({
    method: 'POST',
    path: '/bio/:id/form/:block',
    access: 'anyone',
    params: Place,
    body: Type.Object({ name: text, email: text, message: text, website: text }),
    limit: { by: ['address'], calls: 10, within: minutes(10) },
    handle: async ({ app, params, body }) => {
      const { found, block } = await getBlock(app, params);
      if (block.kind !== 'form') throw missing(t('Form'));
      // Honeypot field that is hidden from people. Submissions by bots get the same response but are dropped.
      if (!body.website) await addAnswer(app, found.bio.id, block, body);
      return redirect(`/bio/${params.id}/sent/${params.block}#b${params.block}`);
    },
    again: async ({ app, params, body }, problem) => {
      const { found, block } = await getBlock(app, params);
      if (block.kind !== 'form') throw missing(t('Form'));
      const state = refused({ name: '', email: '', message: '', ...body }, problem);
      return formErrorView(found.bio, block, shortAddress(app.config, found.bio), state);
    },
  }),
  page({
    method: 'GET',
    path: '/bio/:id/sent/:block',
    access: 'anyone',
    params: Place,
    handle: async ({ app, params }) => {
      const { found, block } = await getBlock(app, params);
      return draw(app, found, { sent: block.id });
    },
  }),
];

/** Returns a block that visitors can currently see, with its page. Throws if the block or page is hidden. */
async function getBlock(
  app: App,
  { id, block: blockId }: { id: number; block: number },
): Promise<{ found: PublicBio; block: Block }> {
  const found = (await isOpen(app, String(id))) ? await findPublicBio(app, String(id)) : undefined;
  const block = found?.blocks.find((each) => each.id === String(blockId));
  if (!found || !block || !isShown(block, app.clock.now())) throw missing(t('Page'));
  return { found, block };
}

function targetOf({ featured }: PublicBio, { kind, content }: Block, n: number): string | undefined {
  if (kind === 'link' || kind === 'image') return content.url || undefined;
  if (kind === 'featured') return featured.get(content.linkId)?.address;
  if (kind === 'social') return content.accounts[n]?.url;
  return undefined;
}

const draw = (app: App, found: PublicBio, as: Omit<ShownAs, 'now'>): Download =>
  toResponse(publicPage(app, found, { ...as, now: app.clock.now() }), { 'x-robots-tag': 'noindex' });
