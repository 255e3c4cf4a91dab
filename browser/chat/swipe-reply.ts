/** How far a message is moved to reply to it, and at most, in pixels. */
const far = 56;
const farthest = 80;
/** Where phones go back by a swipe. */
const edge = 24;

interface Swipe {
  message: HTMLElement;
  from: { x: number; y: number };
  moved: number;
}

/** Replies to a message that is swiped toward the end of its line with a finger. */
export function swipeToReply(
  list: HTMLElement,
  reply: (message: HTMLElement) => boolean,
  signal: AbortSignal,
): void {
  const direction = document.documentElement.dir === 'rtl' ? -1 : 1;
  let swipe: Swipe | undefined;
  const show = ({ message, moved }: Swipe) => {
    message.style.translate = moved === 0 ? '' : `${moved * direction}px`;
    message.classList.toggle('swiped', moved >= far);
  };
  const end = (isDone: boolean) => {
    if (!swipe) return;
    const { message, moved } = swipe;
    show({ ...swipe, moved: 0 });
    swipe = undefined;
    if (isDone && moved >= far) reply(message);
  };
  const start = ({ target, touches }: TouchEvent) => {
    end(false);
    const [touch] = touches;
    const message = target instanceof Element ? target.closest<HTMLElement>('.message[data-id]') : null;
    // What has a movement of its own keeps it.
    if (!message || !touch || touches.length > 1 || (target as Element).closest('input, audio, video, pre'))
      return;
    const { clientX: x, clientY: y } = touch;
    if (Math.min(x, innerWidth - x) > edge) swipe = { message, from: { x, y }, moved: 0 };
  };
  const move = (event: TouchEvent) => {
    const [touch] = event.touches;
    if (!swipe || !touch) return;
    const sideways = (touch.clientX - swipe.from.x) * direction;
    const isScroll = swipe.moved === 0 && Math.abs(touch.clientY - swipe.from.y) > sideways;
    if (isScroll) {
      end(false);
      return;
    }
    event.preventDefault();
    swipe.moved = Math.min(Math.max(sideways, 0), farthest);
    show(swipe);
  };
  list.addEventListener('touchstart', start, { signal, passive: true });
  list.addEventListener('touchmove', move, { signal, passive: false });
  list.addEventListener('touchend', () => end(true), { signal });
  list.addEventListener('touchcancel', () => end(false), { signal });
}
