import { Controller } from '@hotwired/stimulus';
import { t } from '../translate.ts';

const speeds = [1, 1.5, 2];

/** A voice message whose waveform plays, shows how far it is, and seeks. One plays at a time. */
export class ChatVoice extends Controller<HTMLElement> {
  static override targets = ['play', 'position', 'time'];
  declare readonly playTarget: HTMLButtonElement;
  declare readonly positionTarget: HTMLInputElement;
  declare readonly timeTarget: HTMLElement;
  private length = '';

  override connect(): void {
    this.length = this.timeTarget.textContent;
    this.element.querySelector('.voice-controls')?.removeAttribute('hidden');
    this.element.querySelector('figure')?.setAttribute('hidden', '');
    for (const name of ['play', 'pause', 'timeupdate', 'ended'])
      this.audio?.addEventListener(name, this.show);
  }

  override disconnect(): void {
    this.audio?.pause();
  }

  toggle(): void {
    const { audio } = this;
    if (!audio) return;
    if (!audio.paused) return audio.pause();
    for (const other of document.querySelectorAll('audio')) other.pause();
    void audio.play();
  }

  seek(): void {
    const { audio } = this;
    if (audio) audio.currentTime = (Number(this.positionTarget.value) / 100) * this.seconds;
    this.show();
  }

  faster({ currentTarget }: Event): void {
    const { audio } = this;
    if (!audio || !(currentTarget instanceof HTMLElement)) return;
    audio.playbackRate = speeds[(speeds.indexOf(audio.playbackRate) + 1) % speeds.length] ?? 1;
    currentTarget.textContent = `${audio.playbackRate}×`;
  }

  private readonly show = (): void => {
    const { audio } = this;
    if (!audio) return;
    const share = Math.min(1, audio.currentTime / this.seconds);
    const isOver = audio.ended || share === 0;
    this.element.toggleAttribute('data-playing', !audio.paused);
    this.playTarget.ariaLabel = audio.paused ? t`Play voice message` : t`Pause voice message`;
    this.positionTarget.value = String(isOver ? 0 : Math.round(share * 100));
    const bars = this.element.querySelectorAll('rect');
    for (const [n, bar] of bars.entries())
      bar.toggleAttribute('data-played', !isOver && n < share * bars.length);
    this.timeTarget.textContent = isOver ? this.length : minutesOf(audio.currentTime);
    this.positionTarget.ariaValueText = this.timeTarget.textContent;
  };

  /** Recordings of browsers do not say how long they are. */
  private get seconds(): number {
    return Number(this.element.dataset.milliseconds) / 1000;
  }

  private get audio(): HTMLAudioElement | null {
    return this.element.querySelector('audio');
  }
}

const minutesOf = (seconds: number) =>
  `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, '0')}`;
