import { msg, t } from '../../kernel/translation/translate.ts';
import { invalid } from '../../kernel/problem.ts';
import type { App } from '../../platform/app.ts';
import { isDuplicate } from '../../platform/database/errors.ts';
import type { Owned } from '../owned/owned.ts';
import type { Tag } from './tag.ts';

/** Selects tags that are not deleted, with all fields of `Tag`. */
export const selectTags = ({ db }: Pick<App, 'db'>) =>
  db
    .selectFrom('links.tag as tag')
    .where('tag.deleted_at', 'is', null)
    .select(['tag.id', 'tag.name', 'tag.color']);

export const tagNameTaken = (name: string) =>
  invalid('name', t('You already have a tag “{name}”. Choose another name.', { name }));

export const ownedTags: Owned<Tag> = {
  table: 'links.tag',
  name: msg('Tag'),
  find: (app, accountId, id) =>
    selectTags(app).where('tag.account_id', '=', accountId).where('tag.id', '=', id).executeTakeFirst(),
  restoreProblem: (error) =>
    isDuplicate(error, 'tag_name')
      ? invalid('name', t('Another tag now uses this name. Rename that one first.'))
      : undefined,
};
