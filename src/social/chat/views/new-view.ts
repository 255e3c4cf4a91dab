import { t } from '../../../kernel/translation/translate.ts';
import { avatar } from '../../../web/components/avatar.ts';
import { button } from '../../../web/components/button.ts';
import { icon } from '../../../web/components/icon.ts';
import { fileField } from '../../../web/components/fields/file-field.ts';
import { textField } from '../../../web/components/fields/text-field.ts';
import { bind, errorSummary, type FormState } from '../../../web/form.ts';
import { html, type Html } from '../../../web/html.ts';
import type { Config } from '../../../platform/settings/config.ts';
import { linkButton } from '../../../web/components/button.ts';
import { notice } from '../../../web/components/notice.ts';
import { formatMoney, plainMoney, type Money } from '../../wallet/money.ts';
import { topUpHref } from '../../wallet/top-ups/top-ups.ts';
import type { Person } from '../../people/person.ts';
import { pane } from './message-views.ts';
import { searchField } from './search-field.ts';

interface Price {
  due: Money;
  balance: Money;
  config: Pick<Config, 'CURRENCY'>;
}

interface NewMessage {
  words: string;
  chosen: readonly Person[];
  found: readonly Person[];
  /** The price of the first message, if any. */
  price?: Price;
  state: FormState;
}

/** The form for a new conversation: its members and first message. */
export function newView({ words, chosen, found, price, state }: NewMessage): Html {
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
          <form
            class="form chat-first"
            action="/messages/new"
            method="post"
            enctype="multipart/form-data"
            novalidate
          >
            ${errorSummary(state)} ${ids.map((id) => html`<input type="hidden" name="to" value="${id}" />`)}
            ${chosen.length > 1 && textField({ ...field('title'), label: t('Group name'), hint: t('Optional'), maxlength: 100 })}
            ${price && priceNotice(price, `/messages/new?to=${ids.join('')}`)}
            ${textField({ ...field('message'), label: t('Message'), autofocus: true })}
            ${fileField({ ...field('files'), label: t('Attach files'), hint: t('Optional'), multiple: true })}
            ${button({
              label: price
                ? t('Pay {amount} and send', { amount: formatMoney(price.config, price.due) })
                : chosen.length > 1
                  ? t('Create group')
                  : t('Send'),
              kind: 'primary',
              icon: 'send',
            })}
          </form>`
      }
      ${
        found.length === 0
          ? html`<p class="chat-empty">
              ${words === '' ? t('Search for people by name.') : t('No people found for “{words}”.', { words })}
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

const priceNotice = ({ due, balance, config }: Price, here: string): Html =>
  html`${notice({
      tone: balance < due ? 'warning' : 'neutral',
      title: t('Your first message costs {amount}', { amount: formatMoney(config, due) }),
      body: html`<p>
          This person charges people they do not follow. You pay once from your wallet, when you send the
          message. Your balance is ${formatMoney(config, balance)}.
        </p>
        ${balance < due && html`<p>${linkButton({ label: t('Top up your wallet'), href: topUpHref(here), icon: 'plus' })}</p>`}`,
    })} <input type="hidden" name="price" value="${plainMoney(due)}" />`;
