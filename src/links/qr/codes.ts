import { randomInt } from 'node:crypto';
import { invalid, missing, Problem, msg } from '../../kernel/problem.ts';
import { toLine } from '../../kernel/text.ts';
import { type Editor, refuseOtherDomain } from '../link/rights.ts';
import { type App, verb, perAccount, inTransaction, type Viewer } from '../../platform/app.ts';
import { isDuplicate } from '../../platform/database/errors.ts';
import { holdAllRestored } from '../shorten/change-links.ts';
import { publishLinkChange, undeleteLink } from '../link/link.ts';
import { siteName } from '../link/fields.ts';
import type { Assessment } from '../safety/assessment.ts';
import { aliasOf, type QrCode, type CodeInput, encodedText, findLogo, getCode } from './code.ts';
import { contactName, type CodeContent, codeKindNames } from './content/content.ts';
import { assessContent, parseCodeContent } from './content/parse-content.ts';
import { parseCodeDesign, plainDesign } from './drawing/design.ts';
import type { CodeDrawing } from './drawing/drawing.ts';
import { loadLogo } from './drawing/load-logo.ts';
import { fitCode } from './drawing/picture.ts';
import { minutes } from '../../kernel/time.ts';

/** Characters without lookalikes, for people who type a code. */
const letters = '23456789abcdefghijkmnpqrstuvwxyz';
const length = 6;
const attempts = 4;

/** Creates a QR code, after checking that it scans. */
export const addCode = verb(
  { name: 'qr.add', who: 'member', limit: perAccount(600, minutes(5)) },
  async (app, viewer: Editor, input: CodeInput): Promise<QrCode> => {
    refuseOtherDomain(viewer, null);
    const now = app.clock.now();
    for (let attempt = 0; attempt < attempts; attempt++) {
      const prepared = await prepareCode(app, viewer, randomCode(), input);
      const id = await insert(app, viewer, prepared).catch((error: unknown) => {
        // The alias is reserved for its former owner.
        if (!isDuplicate(error, 'link_alias')) throw error;
        return undefined;
      });
      if (id !== undefined) return { ...prepared.code, id, createdAt: now };
    }
    throw new Problem('unavailable', msg('No free code found. Try again.'), { retryAfter: 1 });
  },
);

const randomCode = () => Array.from({ length }, () => letters[randomInt(letters.length)]).join('');

/** Returns undefined if the code is taken. */
async function insert(app: App, viewer: Pick<Viewer, 'id'>, prepared: Prepared): Promise<string | undefined> {
  const now = app.clock.now();
  const { link, code } = columnsOf(prepared);
  const assessment = await assessContent(app, prepared.code.content);
  return inTransaction(app, async ({ db }) => {
    const created = await db
      .insertInto('links.link')
      .values({
        ...link,
        ...assessment,
        account_id: viewer.id,
        purpose: 'qr',
        alias: aliasOf(prepared.code.code),
        created_at: now,
        updated_at: now,
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst();
    if (created)
      await db
        .insertInto('links.qr_code')
        .values({ ...code, link_id: created.id })
        .execute();
    return created?.id;
  });
}

/** Updates one of the viewer's codes. Printed dynamic codes redirect to the new destination immediately. */
export const updateCode = verb(
  { name: 'qr.update', who: 'member', limit: perAccount(600, minutes(5)) },
  async (
    app,
    viewer: Editor,
    id: string,
    change: Omit<CodeInput, 'kind'> & Partial<Pick<CodeInput, 'kind'>>,
  ): Promise<QrCode> => {
    refuseOtherDomain(viewer, null);
    const before = await getCode(app, viewer, id);
    const logo = before.hasLogo ? ((await findLogo(app, id)) ?? null) : null;
    const input = { ...change, kind: change.kind ?? before.content.kind };
    const prepared = await prepareCode(app, viewer, before.code, input, { ...before, logo });
    const assessment = await assessContent(app, prepared.code.content, before.content);
    await store(app, viewer, id, prepared, assessment, change.logo !== undefined);
    return { ...prepared.code, id, createdAt: before.createdAt };
  },
);

async function store(
  app: App,
  viewer: Pick<Viewer, 'id'>,
  id: string,
  prepared: Prepared,
  assessment: Partial<Assessment>,
  changesLogo: boolean,
): Promise<void> {
  const { link, code: columns } = columnsOf(prepared);
  // Preserves a logo stored by a concurrent update.
  const { logo, ...rest } = columns;
  const code = changesLogo ? { ...rest, logo } : rest;
  await inTransaction(app, async (app) => {
    const stored = await app.db
      .updateTable('links.link')
      .set({ ...link, ...assessment, updated_at: app.clock.now() })
      .where('id', '=', id)
      .where('account_id', '=', viewer.id)
      .where('deleted_at', 'is', null)
      .returning('id')
      .executeTakeFirst();
    // It was deleted in the meantime.
    if (!stored) throw missing(msg('QR code'));
    await app.db.updateTable('links.qr_code').set(code).where('link_id', '=', id).execute();
    await publishLinkChange(app, { id, domain: null, alias: aliasOf(prepared.code.code) });
  });
}

/** Soft-deletes one of the viewer's codes. Its address then returns 404. `restoreCode` undoes this. */
export const deleteCode = verb(
  { name: 'qr.delete', who: 'member' },
  async (app, viewer: Editor, id: string): Promise<void> => {
    refuseOtherDomain(viewer, null);
    await inTransaction(app, async (app) => {
      const { code } = await getCode(app, viewer, id);
      const deleted = await app.db
        .updateTable('links.link')
        .set({ deleted_at: app.clock.now() })
        .where('id', '=', id)
        .where('deleted_at', 'is', null)
        .returning('id')
        .executeTakeFirst();
      if (!deleted) throw missing(msg('QR code'));
      await publishLinkChange(app, { id, domain: null, alias: aliasOf(code) });
    });
  },
);

/**
 * Restores one of the viewer's deleted codes with its scans. Rejects a code whose destination is now blocked.
 */
export const restoreCode = verb(
  { name: 'qr.restore', who: 'member' },
  async (app, viewer: Editor, id: string): Promise<QrCode> => {
    refuseOtherDomain(viewer, null);
    return inTransaction(app, async (app) => {
      const taken = new Problem('conflict', msg('Another code now uses its URL'));
      await undeleteLink(app, viewer, { id, purpose: 'qr' }, taken);
      const code = await getCode(app, viewer, id);
      await holdAllRestored(app, [[id, await assessContent(app, code.content)]]);
      await publishLinkChange(app, { id, domain: null, alias: aliasOf(code.code) });
      return code;
    });
  },
);

interface Prepared {
  code: Omit<QrCode, 'id' | 'createdAt'>;
  logo: Buffer | null;
  drawing: CodeDrawing;
}

/** The previous state of a code being updated. */
export interface Before extends Pick<QrCode, 'name' | 'content' | 'isDynamic' | 'design'> {
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
  const content = parseCodeContent(input.kind, input.content, app.config);
  const design = parseCodeDesign(before?.design ?? plainDesign, input.design);
  const name = nameOf(content, input.name, before);
  const logo = input.logo === undefined ? (before?.logo ?? null) : await loadLogo(app, viewer, input.logo);
  const isDynamic = input.isDynamic ?? before?.isDynamic ?? content.kind === 'link';
  const text = encodedText(app.config, { code, content, isDynamic });
  const { fit, drawing } = await fitCode(app, viewer.id, { text, design, logo: logo ?? undefined });
  return {
    code: { code, name, content, isDynamic, design, fit, hasLogo: logo !== null },
    logo,
    drawing,
  };
}

const longestName = 255;

function nameOf(content: CodeContent, said: string | undefined, before?: Before): string {
  const name = toLine(said ?? '');
  if (name.length > longestName)
    throw invalid('name', msg('The name can have at most {longestName} characters', { longestName }));
  if (name) return name;
  // A name derived from the content changes with it.
  const isChosen = said === undefined && before && before.name !== nameFrom(before.content);
  return isChosen ? before.name : nameFrom(content);
}

function nameFrom(content: CodeContent): string {
  const name = Array.from(toLine(wordsOf(content)))
    .slice(0, 60)
    .join('');
  return name || codeKindNames()[content.kind];
}

function wordsOf(content: CodeContent): string {
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

/** Converts a code to columns. Some of them belong to its link. */
function columnsOf({ code, logo }: Prepared) {
  const { name, content, isDynamic, design, fit } = code;
  const { kind, ...said } = content;
  return {
    link: { title: name, url: content.kind === 'link' ? content.url : '' },
    code: {
      kind,
      content: JSON.stringify(kind === 'link' ? {} : said),
      is_dynamic: isDynamic,
      design: JSON.stringify({ ...design, fit }),
      logo,
    },
  };
}
