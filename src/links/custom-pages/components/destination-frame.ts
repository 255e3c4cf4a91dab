import { html, type Html } from '../../../web/html.ts';

/** It may do what pages do, but not take the window away without being asked. */
const sandbox = () =>
  'allow-scripts allow-same-origin allow-forms allow-popups allow-popups-to-escape-sandbox ' +
  'allow-downloads allow-modals allow-presentation allow-top-navigation-by-user-activation';

/** The page of a link in a frame. */
export const destinationFrame = (to: string, title: string): Html =>
  html`<iframe
    src="${to}"
    title="${title}"
    sandbox="${sandbox()}"
    allow="fullscreen; autoplay; clipboard-write"
    referrerpolicy="strict-origin-when-cross-origin"
  ></iframe>`;

/** Any site may be in the frame, and lead on to any other. */
export const frameSources = ['http:', 'https:'];
