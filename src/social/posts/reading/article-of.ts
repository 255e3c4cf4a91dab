import { sql, type ExpressionBuilder } from 'kysely';
import { jsonObjectFrom } from 'kysely/helpers/postgres';
import type { DB } from '../../../platform/database/rows.gen.ts';
import { smallPath } from '../../../platform/pictures.ts';
import type { ArticleDetails } from '../article.ts';

/** Columns of an article for a query over `post`. Null for other kinds. */
export const articleOf = (eb: ExpressionBuilder<DB & { post: DB['social.post'] }, 'post'>) =>
  jsonObjectFrom(
    eb
      .selectFrom('social.article as article')
      .leftJoin('social.category as category', 'category.id', 'article.category_id')
      .whereRef('article.post_id', '=', 'post.id')
      .select([
        sql<string | null>`article.category_id::text`.as('categoryId'),
        'category.name as category',
        'article.cover',
        'article.cover_width as coverWidth',
        'article.cover_height as coverHeight',
        'article.cover_alt as coverAlt',
        'article.tags',
        'article.words',
        'article.minutes',
        sql<string[]>`array(select path from social.text_picture where text_picture.post_id = article.post_id
          union select path from social.paywall_file where paywall_file.post_id = article.post_id)`.as(
          'pictures',
        ),
      ]),
  );

interface Row {
  categoryId: string | null;
  category: string | null;
  cover: string | null;
  coverWidth: number | null;
  coverHeight: number | null;
  coverAlt: string;
  tags: string[];
  words: number;
  minutes: number;
  pictures: string[];
}

type AddressOf = (path: string) => string;

/** @param isOpen whether everyone can see the article; otherwise, `addressOf` returns signed URLs */
export const toDetails = (row: Row, addressOf: AddressOf, isOpen: boolean): ArticleDetails => ({
  categoryId: row.categoryId,
  category: row.category,
  cover:
    row.cover === null
      ? null
      : {
          path: row.cover,
          address: addressOf(row.cover),
          small: addressOf(smallPath(row.cover)),
          width: row.coverWidth ?? 0,
          height: row.coverHeight ?? 0,
          alt: row.coverAlt,
        },
  pictures: isOpen ? new Map() : signedPictures(row.pictures, addressOf),
  tags: row.tags,
  words: row.words,
  minutes: row.minutes,
});

const signedPictures = (paths: readonly string[], addressOf: AddressOf) =>
  new Map(paths.flatMap((path) => [path, smallPath(path)].map((each) => [each, addressOf(each)] as const)));
