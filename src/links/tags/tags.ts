import { sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import { invalid, msg } from '../../kernel/problem.ts';
import { lengthOf, normalize, toLine } from '../../kernel/text.ts';
import { type App, inTransaction, type Viewer } from '../../platform/app.ts';
import { looseText, NumberOrText } from '../loose-values.ts';
import { colorField, fieldsOf } from '../owned/fields.ts';
import { declareKind } from '../owned/owned.ts';
import { getLink } from '../link/link.ts';

const tagFields = fieldsOf({
  name: {
    column: 'name',
    label: msg('Name'),
    control: { maxlength: 50, placeholder: 'print' },
    omitsBlank: 'in API',
    body: {
      new: NumberOrText('At most 50 characters without commas, unique among your tags'),
      change: looseText('At most 50 characters without commas'),
    },
    parse: (text) => parseTagName(text),
  },
  color: colorField({
    label: msg('Color'),
    initial: ({ name }) => colorOf(String(name)),
    body: { new: looseText('#RRGGBB. Blank: derived from the name'), change: looseText('#RRGGBB') },
  }),
});

/** Tags for links of an owner. */
export const ownedTags = declareKind({
  feature: 'tags',
  table: 'links.tag',
  name: msg('Tag'),
  fields: tagFields,
  uses: sql<number>`(
    select count(*)::float8 from links.link_tag
    join links.link on link.id = link_tag.link_id and link.deleted_at is null
    where link_tag.tag_id = own.id
  )`,
  order: sql`lower(own.name)`,
  unique: {
    tag_name: ({ name }) =>
      invalid('name', msg('You already have a tag “{name}”. Choose another name.', { name })),
  },
  takenSince: () => invalid('name', msg('Another tag now uses this name. Rename that one first.')),
});

export interface Tag {
  /** Digits. */
  id: string;
  name: string;
  /** `#` and six hexadecimal digits. */
  color: string;
}

/** Maximum tags per link. */
const maxTags = 20;

/** Selects tags that are not deleted, with all fields of `Tag`. */
export const selectTags = ({ db }: Pick<App, 'db'>) =>
  db
    .selectFrom('links.tag as tag')
    .where('tag.deleted_at', 'is', null)
    .select(['tag.id', 'tag.name', 'tag.color']);

/** Replaces the tags of one of the viewer's links. Unknown names create new tags. */
export async function setTags(
  app: App,
  viewer: Pick<Viewer, 'id'>,
  linkId: string,
  names: readonly string[],
): Promise<void> {
  const wanted = parseTagNames(names);
  await inTransaction(app, async (app) => {
    const { id } = await getLink(app, viewer, linkId);
    const tags = await tagsByName(app, viewer, wanted);
    await app.db
      .deleteFrom('links.link_tag')
      .where('link_id', '=', id)
      .where('tag_id', '<>', sql<string>`all(${tags.map((tag) => tag.id)}::bigint[])`)
      .execute();
    if (tags.length === 0) return;
    await app.db
      .insertInto('links.link_tag')
      .values(tags.map((tag) => ({ link_id: id, tag_id: tag.id })))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  });
}

/** Gives new links of the viewer their tags, as validated by `parseTagNames`. Unknown names create new tags. */
export async function addTags(
  app: Pick<App, 'db' | 'clock'>,
  viewer: Pick<Viewer, 'id'>,
  byLink: ReadonlyMap<string, readonly string[]>,
): Promise<void> {
  const names = new Map([...byLink.values()].flat().map((name) => [name.toLowerCase(), name]));
  const tags = await tagsByName(app, viewer, [...names.values()]);
  if (tags.length === 0) return;
  await sql`
    insert into links.link_tag (link_id, tag_id)
    select (given ->> 0)::bigint, tag.id
    from jsonb_array_elements(${JSON.stringify(
      [...byLink].flatMap(([id, names]) => names.map((name) => [id, name])),
    )}::jsonb) as given
    join links.tag on tag.id = any(${tags.map(({ id }) => id)}::bigint[]) and lower(tag.name) = lower(given ->> 1)
    on conflict do nothing`.execute(app.db);
}

/** Adds a tag to links. The caller must check ownership of the links. */
export async function tagLinks(
  app: Pick<App, 'db' | 'clock'>,
  viewer: Pick<Viewer, 'id'>,
  linkIds: readonly string[],
  name: string,
): Promise<void> {
  const [tag] = await tagsByName(app, viewer, [parseTagName(name, 'tag')]);
  await sql`insert into links.link_tag (link_id, tag_id)
    select id, ${tag?.id} from unnest(${linkIds}::bigint[]) as id on conflict do nothing`.execute(app.db);
}

/** Removes a tag from the viewer's links. Links without it are not affected. */
export async function untagLinks(
  { db }: Pick<App, 'db'>,
  viewer: Pick<Viewer, 'id'>,
  linkIds: readonly string[],
  name: string,
): Promise<void> {
  await sql`delete from links.link_tag using links.tag
    where tag.id = link_tag.tag_id and tag.account_id = ${viewer.id} and tag.deleted_at is null
      and lower(tag.name) = lower(${parseTagName(name, 'tag')})
      and link_tag.link_id = any(${linkIds}::bigint[])`.execute(db);
}

/** SQL for the tags of the link in `column`, by name, as JSON. */
export const tagsOf = (app: Pick<App, 'db'>, column: string) =>
  jsonArrayFrom(
    selectTags(app)
      .clearSelect()
      .innerJoin('links.link_tag as tagged', 'tagged.tag_id', 'tag.id')
      .where('tagged.link_id', '=', sql.ref<string>(column))
      .orderBy(sql`lower(tag.name)`)
      .select([sql<string>`tag.id::text`.as('id'), 'tag.name', 'tag.color']),
  );

/** Returns the tags of links by link id, sorted by name, with an entry for every requested id. */
export async function tagsOfLinks(
  app: Pick<App, 'db'>,
  linkIds: readonly string[],
): Promise<Map<string, Tag[]>> {
  const rows = await selectTags(app)
    .innerJoin('links.link_tag as tagged', 'tagged.tag_id', 'tag.id')
    .select('tagged.link_id as linkId')
    .where('tagged.link_id', '=', sql<string>`any(${linkIds}::bigint[])`)
    .orderBy(sql`lower(tag.name)`)
    .execute();
  const tags = new Map<string, Tag[]>(linkIds.map((id) => [id, []]));
  for (const { linkId, ...tag } of rows) tags.get(linkId)?.push(tag);
  return tags;
}

/** Returns the viewer's tags with these names, as validated by `parseTagNames`. Creates missing ones. */
async function tagsByName(
  app: Pick<App, 'db' | 'clock'>,
  viewer: Pick<Viewer, 'id'>,
  names: readonly string[],
): Promise<Tag[]> {
  if (names.length === 0) return [];
  await app.db
    .insertInto('links.tag')
    .values(
      names.map((name) => ({
        account_id: viewer.id,
        name,
        color: colorOf(name),
        created_at: app.clock.now(),
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return selectTags(app)
    .where('tag.account_id', '=', viewer.id)
    .where(sql`lower(tag.name)`, '=', sql`any(select lower(name) from unnest(${names}::text[]) as name)`)
    .execute();
}

const longestName = 50;

/** Validates the name of a tag, a single line of text. It cannot contain a comma, which separates names. */
function parseTagName(text: string, field = 'name'): string {
  const name = normalize(toLine(text).replace(/^#+/, ''), 'NFC');
  if (name === '') throw invalid(field, msg('Enter a name'));
  if (lengthOf(name) > longestName)
    throw invalid(field, msg('A tag name can have at most {longestName} characters', { longestName }));
  if (name.includes(',')) throw invalid(field, msg('Tag names cannot contain commas'));
  return name;
}

/** Validates names and removes duplicates, ignoring case. */
export function parseTagNames(names: readonly string[]): string[] {
  const read = new Map<string, string>();
  for (const text of names) {
    if (text.trim() === '') continue;
    const name = parseTagName(text, 'tags');
    if (!read.has(name.toLowerCase())) read.set(name.toLowerCase(), name);
  }
  if (read.size > maxTags) throw invalid('tags', msg('A link can have at most {maxTags} tags', { maxTags }));
  return [...read.values()];
}

/** Splits the tags entered in one field: `spring, print`. */
export const splitTagNames = (text: string) => text.split(',').filter((name) => name.trim() !== '');

// Dark enough to be distinguished on white, and light enough on black.
const colors = ['#2a8f64', '#3b76d6', '#b0569f', '#c9632e', '#8a7a1f', '#7a5bd0', '#c44a4a', '#2b8f9c'];

/** Derives the color of a tag from its name, so that the same name always has the same color. */
function colorOf(name: string): string {
  const sum = Array.from(name.toLowerCase()).reduce(
    (sum, letter) => sum * 31 + (letter.codePointAt(0) ?? 0),
    7,
  );
  return colors[sum % colors.length] ?? '#2a8f64';
}
