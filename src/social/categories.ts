import { sql } from 'kysely';
import { invalid, missing, msg } from '../kernel/problem.ts';
import { type App, verb } from '../platform/app.ts';

/** Content types with categories, under their API names. */
export const categoryKinds = [
  'pages',
  'blogs',
  'forums',
  'questions',
  'groups',
  'events',
  'market',
  'offers',
  'jobs',
  'courses',
  'movies',
] as const;
export type CategoryKind = (typeof categoryKinds)[number];

/** Aliases used by clients. */
const otherWords: Readonly<Record<string, CategoryKind>> = {
  articles: 'blogs',
  products: 'market',
  marketplace: 'market',
};

export interface Category {
  /** Digits. */
  id: string;
  kind: CategoryKind;
  name: string;
  /** Null for a top-level category. */
  parentId: string | null;
  position: number;
}

export function parseCategoryKind(word: string): CategoryKind {
  const singular = categoryKinds.find((kind) => kind === word || kind === `${word}s`);
  const kind = singular ?? (Object.hasOwn(otherWords, word) ? otherWords[word] : undefined);
  if (!kind)
    throw invalid(
      'get',
      msg('get must be one of {categoryKinds}', { categoryKinds: categoryKinds.join(', ') }),
    );
  return kind;
}

/** Returns categories by position. The caller groups children below their parent. */
export async function listCategories({ db }: Pick<App, 'db'>, kind: CategoryKind): Promise<Category[]> {
  const rows = await db
    .selectFrom('social.category')
    .select(['id', 'name', 'parent_id as parentId', 'position'])
    .where('kind', '=', kind)
    .where('deleted_at', 'is', null)
    .orderBy('position')
    .orderBy('id')
    .execute();
  return rows.map((row) => ({ ...row, kind }));
}

export const addCategory = verb(
  { name: 'categories.add', who: 'operator' },
  async (
    { db }: Pick<App, 'db'>,
    { kind, name, parentId }: Pick<Category, 'kind' | 'name' | 'parentId'>,
  ): Promise<void> => {
    await db
      .insertInto('social.category')
      .values({
        kind,
        name: parseName(name),
        parent_id: await getParent(db, kind, parentId),
        position: sql<number>`(select coalesce(max(position), 0) + 1 from social.category where kind = ${kind})`,
      })
      .execute();
  },
);

export const updateCategory = verb(
  { name: 'categories.edit', who: 'operator' },
  async ({ db }: Pick<App, 'db'>, { id, kind, name, parentId, position }: Category): Promise<void> => {
    if (parentId === id) throw invalid('parent', msg('A category cannot be its own parent'));
    const { numUpdatedRows } = await db
      .updateTable('social.category')
      .set({ name: parseName(name), parent_id: await getParent(db, kind, parentId), position })
      .where('id', '=', id)
      .where('kind', '=', kind)
      .where('deleted_at', 'is', null)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) throw missing(msg('Category'));
  },
);

/** Hides a category from its list, or shows it again. Content in the category keeps it. */
export const hideCategory = verb(
  { name: 'categories.hide', who: 'operator' },
  async ({ db, clock }: Pick<App, 'db' | 'clock'>, id: string, isHidden: boolean): Promise<void> => {
    await db
      .updateTable('social.category')
      .set({ deleted_at: isHidden ? clock.now() : null })
      .where('id', '=', id)
      .execute();
  },
);

/** Validates a parent category. Only top-level categories can be parents, since there are two levels. */
async function getParent(db: App['db'], kind: CategoryKind, parentId: string | null) {
  if (parentId === null) return null;
  const parent = await db
    .selectFrom('social.category')
    .select('id')
    .where('id', '=', parentId)
    .where('kind', '=', kind)
    .where('parent_id', 'is', null)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (!parent) throw invalid('parent', msg('Choose a top-level category'));
  return parent.id;
}

function parseName(name: string): string {
  const text = name.trim();
  if (text === '' || text.length > 60) throw invalid('name', msg('Enter a name of 1 to 60 characters'));
  return text;
}
