import { t } from '../../../kernel/translation/translate.ts';
import { avatar } from '../../../web/components/avatar.ts';
import { button } from '../../../web/components/button.ts';
import { icon } from '../../../web/components/icon.ts';
import { textField } from '../../../web/components/fields/text-field.ts';
import { bind, errorSummary, type FormState } from '../../../web/form.ts';
import { html, type Html } from '../../../web/html.ts';
import type { Person } from '../../people/person.ts';
import { pane } from './message-views.ts';
import { searchField } from './search-field.ts';

interface NewMessage {
  words: string;
  chosen: readonly Person[];
  found: readonly Person[];
  state: FormState;
}

/** Whom to write to, chosen one after the other, and the first message. */
export function newView({ words, chosen, found, state }: NewMessage): Html {
  const ids = chosen.map(({ id }) => id);
  const field = bind(state);
  const hrefWith = (to: readonly string[]) =>
    `/messages/new?${new URLSearchParams([...to.map((id) => ['to', id]), ['q', '']]).toString()}`;
  return pane(
    t('New message'),
    '/messages',
    html`<form class="search-row" action="/messages/new" method="get" role="search">
        ${ids.map((id) => html`<input type="hidden" name="to" value="${id}" />`)}
        ${searchField(t('Search people'), words)} ${button({ label: t('Search') })}
      </form>
      ${
        chosen.length > 0 &&
        html`<ul class="chat-chosen" aria-label="Recipients">
            ${chosen.map(
              (person) =>
                html`<li>
                  <a
                    href="${hrefWith(ids.filter((id) => id !== person.id))}"
                    aria-label="Remove ${person.name}"
                    >${person.name} ${icon('x')}</a
                  >
                </li>`,
            )}
          </ul>
          <form class="form chat-first" action="/messages/new" method="post" novalidate>
            ${errorSummary(state)} ${ids.map((id) => html`<input type="hidden" name="to" value="${id}" />`)}
            ${chosen.length > 1 && textField({ ...field('title'), label: t('Group name'), hint: t('Optional'), maxlength: 100 })}
            ${textField({ ...field('message'), label: t('Message'), autofocus: true })}
            ${button({ label: chosen.length > 1 ? t('Create group') : t('Send'), kind: 'primary', icon: 'send' })}
          </form>`
      }
      ${
        found.length === 0
          ? html`<p class="chat-empty">
              ${words === '' ? t('Search for somebody by name.') : t('Nobody is called “{words}”.', { words })}
            </p>`
          : html`<ul class="chat-people" aria-label="People">
              ${found.map(
                (person) =>
                  html`<li>
                    <a class="chat-person" href="${hrefWith([...ids, person.id])}"
                      >${avatar(person)}<span
                        ><b>${person.name}</b> <span class="chat-handle">@${person.username}</span></span
                      ></a
                    >
                  </li>`,
              )}
            </ul>`
      }`,
  );
}
