import { t } from '../translate.ts';
import { element } from '../behaviors/dialogs.ts';

/** A video tile of a call: a participant, or a shared screen. */
export interface Tile {
  key: string;
  name: string;
  picture: string;
  stream: MediaStream;
  isMe: boolean;
  isScreen: boolean;
  hasVideo: boolean;
  isMuted: boolean;
  note: string;
}

/** Draws the tiles in place. Existing tiles continue to play. */
export function drawTiles(root: HTMLElement, tiles: readonly Tile[]): void {
  root.dataset.count = String(tiles.length);
  root.toggleAttribute(
    'data-screen',
    tiles.some(({ isScreen }) => isScreen),
  );
  const present = new Map([...root.children].map((child) => [(child as HTMLElement).dataset.key, child]));
  for (const tile of tiles) {
    const known = present.get(tile.key) as HTMLElement | undefined;
    present.delete(tile.key);
    const box = known ?? createTile(tile);
    if (!known) root.append(box);
    update(box, tile);
  }
  for (const gone of present.values()) gone.remove();
}

function createTile({ key, picture, isMe, isScreen }: Tile): HTMLElement {
  const video = document.createElement('video');
  video.autoplay = true;
  video.playsInline = true;
  video.muted = isMe;
  const image = new Image(128, 128);
  image.alt = '';
  image.src = picture;
  const label = element('p', 'call-label', element('span', ''), element('small', ''));
  const box = element('figure', 'call-tile', ...(isScreen ? [] : [image]), video, label);
  box.dataset.key = key;
  box.classList.toggle('me', isMe && !isScreen);
  box.classList.toggle('screen', isScreen);
  return box;
}

function update(box: HTMLElement, { name, stream, hasVideo, isMuted, note }: Tile): void {
  const video = box.querySelector('video');
  if (video && video.srcObject !== stream) video.srcObject = stream;
  // If the browser requires a gesture first, playback starts with the next one.
  void video?.play().catch(() => undefined);
  box.classList.toggle('has-video', hasVideo);
  box.classList.toggle('muted', isMuted);
  const [text, more] = [box.querySelector('span'), box.querySelector('small')];
  if (text) text.textContent = name;
  if (more) more.textContent = [isMuted ? t`Muted` : '', note].filter((each) => each !== '').join(' · ');
}
