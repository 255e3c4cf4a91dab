import { type RawBuilder, sql } from 'kysely';
import { invalid } from '../../kernel/problem.ts';
import type { App } from '../../platform/app.ts';
import type { Upload } from '../../platform/http/endpoint.ts';
import { changeOwned, declareStored, getOwned, type Owner, type Stored } from '../owned/owned.ts';
import { refuseHarmful } from '../safety/assessment.ts';
import { designName, type DesignPart, type ShownPictures, type TypedFields } from './fields.ts';
import { type DesignPicture, parsePicture, pictureAddress, removeReplaced } from './pictures.ts';

/** What an owner designed: a splash page or an overlay. */
export interface PageDesign<C extends object> {
  /** Digits. */
  id: string;
  /** Visible only to its owner. */
  name: string;
  content: C;
  createdAt: Date;
}

/** What a design has besides, such as the kind of an overlay. */
export type Columns<D> = Omit<D, keyof PageDesign<object>>;

/** A kind of design. Its content has the properties that its parts parse, and its pictures. */
export interface DesignKind<D extends PageDesign<object>> extends Stored<D> {
  /** The parts of the form for this design. */
  partsOf: (design: Columns<D>) => DesignPart;
  /** The parts of all forms. */
  allParts: DesignPart;
  empty: D['content'];
  /** The property with the URL that visitors are sent to, which must not be harmful. */
  address: keyof D['content'] & string;
}

interface Declaration<D extends PageDesign<object>> extends Pick<
  DesignKind<D>,
  'feature' | 'name' | 'partsOf' | 'allParts' | 'empty' | 'address'
> {
  table: 'links.splash_page' | 'links.overlay';
  columns?: Readonly<Record<string, RawBuilder<unknown>>>;
  /** The number of links that use the row `own`. */
  uses: RawBuilder<number>;
}

/** Declares a kind of design: its table, its list, and the verbs that delete and restore it. */
export const declareDesigns = <D extends PageDesign<object>>(declared: Declaration<D>): DesignKind<D> => ({
  partsOf: declared.partsOf,
  allParts: declared.allParts,
  empty: declared.empty,
  address: declared.address,
  ...declareStored<D>({
    ...declared,
    columns: { ...declared.columns, content: sql.ref('own.content') },
    order: sql`own.id desc`,
    // Fields that were added later have their defaults.
    toObject: (row) => ({ ...row, content: { ...declared.empty, ...row.content } }),
    checkRestored: (app, { content }) => checkAddress(app, declared, content),
  }),
});

async function checkAddress(app: App, { address }: { address: string }, content: object): Promise<void> {
  const to = (content as Readonly<Record<string, string | null>>)[address];
  if (to) await refuseHarmful(app, [{ field: 'url', to }]);
}

/** Stores a new design. Uploaded files have the names of pictures. */
export async function addDesign<D extends PageDesign<object>>(
  app: App,
  viewer: Owner,
  kind: DesignKind<D>,
  columns: Columns<D>,
  input: TypedFields,
  files: readonly Upload[],
): Promise<D> {
  const name = designName(input);
  const content = await parseContent(app, viewer, kind, kind.partsOf(columns), input, files, kind.empty);
  const createdAt = app.clock.now();
  const { id } = await app.db
    .insertInto(kind.table as 'links.overlay')
    .values({
      account_id: viewer.id,
      name,
      ...(columns as object as { kind: string }),
      content: JSON.stringify(content),
      created_at: createdAt,
      updated_at: createdAt,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { ...columns, id, name, content, createdAt } as PageDesign<D['content']> as D;
}

/**
 * Updates one of the viewer's designs. Omitted pictures do not change. `after` is called in the same
 * transaction.
 */
export async function updateDesign<D extends PageDesign<object>>(
  app: App,
  viewer: Owner,
  kind: DesignKind<D>,
  id: string,
  input: TypedFields,
  files: readonly Upload[],
  after?: (app: App, before: D['content'], content: D['content']) => Promise<void>,
): Promise<void> {
  const design = await getOwned(app, viewer, kind, id);
  const name = designName(input);
  const parts = kind.partsOf(design);
  const content = await parseContent(app, viewer, kind, parts, input, files, design.content);
  await changeOwned(app, viewer, kind, id, async (app, { content: current }) => {
    const [typed, present, before] = [content, design.content, current].map(picturesIn);
    // Does not bring back a picture that was replaced by a concurrent update.
    for (const { name } of parts.pictures)
      if (typed?.[name] === present?.[name]) Object.assign(content, { [name]: before?.[name] ?? null });
    await app.db
      .updateTable(kind.table as 'links.overlay')
      .set({ name, content: JSON.stringify(content), updated_at: app.clock.now() })
      .where('id', '=', id)
      .execute();
    await after?.(app, current, content);
    const names = parts.pictures.map(({ name }) => name);
    removeReplaced(
      app,
      names.map((name) => before?.[name] ?? null),
      names.map((name) => picturesIn(content)[name] ?? null),
    );
  });
}

const picturesIn = (content: object) => content as Readonly<Record<string, DesignPicture | null>>;

/** Validates the content of a design, and stores its pictures. */
async function parseContent<D extends PageDesign<object>>(
  app: App,
  viewer: Owner,
  kind: DesignKind<D>,
  parts: DesignPart,
  input: TypedFields,
  files: readonly Upload[],
  present: D['content'],
): Promise<D['content']> {
  const content = textsOf(kind, parts, input);
  await checkAddress(app, kind, content);
  for (const { name, kind: size, required } of parts.pictures) {
    const picture = await parsePicture(
      app,
      viewer,
      { field: name, kind: size, present: picturesIn(present)[name] ?? null },
      {
        address: input[`${name}_address`],
        file: files.find(({ field }) => field === name),
        remove: !required && input[`remove_${name}`] !== undefined,
      },
    );
    if (picture === null && required) throw invalid(name, required);
    Object.assign(content, { [name]: picture });
  }
  return content;
}

/** Validates everything but the pictures. */
export const textsOf = <D extends PageDesign<object>>(
  { empty }: Pick<DesignKind<D>, 'empty'>,
  parts: DesignPart,
  input: TypedFields,
): D['content'] => ({ ...empty, ...parts.parse(input) });

/** Returns the URLs of a design's pictures. */
export const picturesOf = (app: Pick<App, 'files'>, parts: DesignPart, content: object): ShownPictures =>
  Object.fromEntries(
    parts.pictures.map(({ name }) => {
      const picture = picturesIn(content)[name];
      return [name, picture ? pictureAddress(app, picture) : null];
    }),
  );

/** Returns the pictures for a preview, as far as they can be shown before saving. */
export const typedPictures = (parts: DesignPart, input: TypedFields, present: ShownPictures): ShownPictures =>
  Object.fromEntries(
    parts.pictures.map(({ name, required }) => {
      const typed = input[`${name}_address`]?.trim() ?? '';
      if (!required && input[`remove_${name}`] !== undefined) return [name, null];
      return [name, /^https:\/\/./.test(typed) ? typed : (present[name] ?? null)];
    }),
  );
