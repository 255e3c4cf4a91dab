import { t } from '../../../kernel/translation/translate.ts';
import { attributes, html, type Html } from '../../../web/html.ts';
import type { PhotoInList } from '../records/photo-in-list.ts';

/** Photos of a person's posts, each linked to its post. */
export const photoGrid = (photos: readonly PhotoInList[], name: string): Html =>
  html`<ul class="photo-grid" aria-label="Photos">
    ${photos.map(
      ({ post_id, thumbnail, width, height, alt }) =>
        html`<li>
          <a href="/posts/${post_id}">
            <img
              ${attributes({
                src: thumbnail,
                alt: alt || t('Photo by {name}', { name }),
                width,
                height,
                loading: 'lazy',
                decoding: 'async',
              })}
            />
          </a>
        </li>`,
    )}
  </ul>`;
