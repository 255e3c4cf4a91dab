import { t } from '../../../kernel/translation/translate.ts';
import { linkButton } from '../../../web/components/button.ts';
import { card } from '../../../web/components/card.ts';
import { html, type Html } from '../../../web/html.ts';
import type { Profile } from '../../people/profiles/profile.ts';
import { peopleRows } from '../../people/components/people-list.ts';
import { searchBox } from '../../search/components/search-box.ts';

/** The search, what is moving, and people to meet; without `people` a word to who has not signed in. */
export const besideFeed = (trending: Html | false, people: readonly Profile[] | undefined): Html =>
  html`${searchBox({})} ${trending} ${people ? peopleCard(people) : joinCard()}`;

const peopleCard = (people: readonly Profile[]): Html =>
  card({
    title: t('Who to follow'),
    flush: true,
    body:
      people.length > 0
        ? peopleRows(people, t('Who to follow'))
        : html`<p class="card-empty">No suggestions at the moment.</p>`,
    footer: html`<a class="link" href="/people">All people</a>`,
  });

const joinCard = () =>
  card({
    title: t('New here?'),
    body: html`<p>Plaza is a social network that its community runs itself.</p>
      <div class="button-row">
        ${linkButton({ label: t('Join'), href: '/signup', kind: 'primary', small: true })}
        ${linkButton({ label: t('Sign in'), href: '/signin', small: true })}
      </div>`,
  });
