/** Pictures with a page of their own, and those of texts. */
const pictures = 'a[data-zoom], .prose:not(.ProseMirror) :not(a) > img, .article-cover';

/**
 * Opens pictures in a lightbox, which is loaded at first use. The link of a picture leads to its page, for readers
 * without scripts and for new tabs.
 */
export function openPictures(): void {
  document.addEventListener('click', (event) => {
    const picture = pictureAt(event.target);
    if (!picture || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    open(picture);
  });
  document.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' && event.key !== ' ') return;
    const picture = event.target instanceof HTMLImageElement && pictureAt(event.target);
    if (!picture) return;
    event.preventDefault();
    open(picture);
  });
  for (const event of ['turbo:load', 'turbo:render', 'turbo:frame-load'])
    document.addEventListener(event, makeFocusable);
  makeFocusable();
}

const pictureAt = (target: EventTarget | null) =>
  target instanceof Element ? target.closest<HTMLElement>(pictures) : null;

/** Pictures in texts have no links, so that they become buttons. */
function makeFocusable(): void {
  for (const image of document.querySelectorAll<HTMLImageElement>(pictures)) {
    if (image.localName !== 'img' || image.alt === '') continue;
    image.tabIndex = 0;
    image.role = 'button';
    image.ariaHasPopup = 'dialog';
  }
}

function open(picture: HTMLElement): void {
  void import('../on-demand/lightbox.ts').then(
    ({ openLightbox }) => openLightbox(picture, pictures),
    () => picture instanceof HTMLAnchorElement && location.assign(picture.href),
  );
}
