import { t } from '../../kernel/translation/translate.ts';
import { invalid, missing } from '../../kernel/problem.ts';
import type { App } from '../../platform/app.ts';

/**
 * Short lists from which members choose one entry. Operators edit them. A removed entry stays on the accounts
 * that chose it.
 */
export type OptionList = 'gender' | 'user_group';

export interface ListOption {
  /** Digits. */
  id: string;
  title: string;
  position: number;
}

export function listTitled({ db }: Pick<App, 'db'>, list: OptionList): Promise<ListOption[]> {
  return db
    .selectFrom(`identity.${list}`)
    .select(['id', 'title', 'position'])
    .where('deleted_at', 'is', null)
    .orderBy('position')
    .orderBy('id')
    .execute();
}

export async function addTitled({ db }: Pick<App, 'db'>, list: OptionList, title: string): Promise<void> {
  const last = await db
    .selectFrom(`identity.${list}`)
    .select((row) => row.fn.max('position').as('position'))
    .executeTakeFirst();
  await db
    .insertInto(`identity.${list}`)
    .values({ title: checkTitle(title), position: (last?.position ?? 0) + 1 })
    .execute();
}

export async function renameTitled(
  { db }: Pick<App, 'db'>,
  list: OptionList,
  { id, title, position }: ListOption,
): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable(`identity.${list}`)
    .set({ title: checkTitle(title), position })
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw missing(t('Entry'));
}

/** Removes an entry from its list or restores it. */
export async function hideTitled(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  list: OptionList,
  id: string,
  isHidden: boolean,
): Promise<void> {
  await db
    .updateTable(`identity.${list}`)
    .set({ deleted_at: isHidden ? clock.now() : null })
    .where('id', '=', id)
    .execute();
}

/** Whether the entry can be chosen. */
export async function isOnList({ db }: Pick<App, 'db'>, list: OptionList, id: string): Promise<boolean> {
  if (!/^\d{1,18}$/.test(id)) return false;
  const row = await db
    .selectFrom(`identity.${list}`)
    .select('id')
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return row !== undefined;
}

/** The label of an entry, including removed entries. Blank if there is none. */
export async function getTitle({ db }: Pick<App, 'db'>, list: OptionList, id: string): Promise<string> {
  if (!/^\d{1,18}$/.test(id)) return '';
  const row = await db.selectFrom(`identity.${list}`).select('title').where('id', '=', id).executeTakeFirst();
  return row?.title ?? '';
}

function checkTitle(title: string): string {
  const text = title.trim();
  if (text === '' || text.length > 60) throw invalid('title', t('Enter 1 to 60 characters'));
  return text;
}
