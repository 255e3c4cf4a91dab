import { t } from '../../kernel/translation/translate.ts';
import { avatar, type Person } from '../../web/components/avatar.ts';
import { icon } from '../../web/components/icon.ts';
import { minutesAgo } from '../../web/components/time.ts';
import { html, type Html } from '../../web/html.ts';

const teo = { id: '27', name: 'Teo Okafor', picture: null };
const iris = { id: '30', name: 'Íris Antunes', picture: null };

/** Hero illustration: posts in an open square, and a machine paying at its entrance. */
export function plazaScene(): Html {
  return html`<div class="plaza-scene" aria-hidden="true">
    <svg class="plaza-ground" viewBox="0 0 520 520" preserveAspectRatio="none">
      <path
        d="M60 500V150a96 96 0 0 1 96-96h208a96 96 0 0 1 96 96v208a96 96 0 0 1-96 96H60"
        vector-effect="non-scaling-stroke"
      />
    </svg>
    ${scenePost(teo, 28, t('The harbor radio archive is online: 1968 to 1991, each tape with the weather of its day.'), '24', '3')}
    ${scenePost(iris, 2, t('The fog of March 1974 is my favorite.'), '7', '1')}
    <div class="scene-call">
      <p dir="ltr"><b>GET</b> /citations?type=questions</p>
      <ol>
        <li><i>200</i> 50 questions, with their URLs</li>
      </ol>
    </div>
    <span class="scene-spark"></span>
  </div>`;
}

function scenePost(author: Person, minutes: number, text: string, likes: string, comments: string): Html {
  return html`<div class="scene-post">
    <div class="scene-post-head">
      ${avatar(author, 'small')}
      <p><b>${author.name}</b><br /><small>${minutesAgo(minutes)}</small></p>
    </div>
    <p>${text}</p>
    <p class="scene-post-foot">${icon('heart')} ${likes} ${icon('message-circle')} ${comments}</p>
  </div>`;
}
