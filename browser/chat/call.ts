import { t } from '../translate.ts';
import { Controller } from '@hotwired/stimulus';
import { askApi, Refusal, type CallState, type Joined } from '../calls/call-api.ts';
import { openMedia, type Media, type Slot } from '../calls/media.ts';
import { openMesh, type Mesh } from '../calls/mesh.ts';
import type { Signal } from '../calls/peer.ts';
import { endedText, labelOf, lengthOf, deviceNotice, statusOf } from '../calls/call-text.ts';
import { drawTiles, type Tile } from '../calls/tiles.ts';

interface SentSignal {
  call_id: string;
  user_id: string;
  device: string;
  to_device: string;
  data: string;
}

/** The window closes this long after the call has ended, in milliseconds. */
const closeDelay = 2500;

/** The window of a call. Starts or joins the call when opened, and rejoins it after a reload. */
export class Call extends Controller<HTMLElement> {
  static override values = {
    call: String,
    conversation: String,
    video: Boolean,
    group: Boolean,
    me: String,
    picture: String,
  };
  static override targets = [
    ...['status', 'tiles', 'face', 'notice', 'controls', 'after', 'again'],
    ...['microphone', 'camera', 'screen'],
  ];
  declare callValue: string;
  declare readonly conversationValue: string;
  declare readonly videoValue: boolean;
  declare readonly groupValue: boolean;
  declare readonly meValue: string;
  declare readonly pictureValue: string;
  declare readonly statusTarget: HTMLElement;
  declare readonly tilesTarget: HTMLElement;
  declare readonly faceTarget: HTMLElement;
  declare readonly noticeTarget: HTMLElement;
  declare readonly controlsTarget: HTMLElement;
  declare readonly againTarget: HTMLElement;
  declare readonly microphoneTarget: HTMLButtonElement;
  declare readonly cameraTarget: HTMLButtonElement;
  declare readonly screenTarget: HTMLButtonElement;
  private readonly device = crypto.randomUUID();
  private readonly over = new AbortController();
  private readonly own = new MediaStream();
  private media: Media | undefined;
  private mesh: Mesh | undefined;
  private joined: Joined | undefined;
  private current: CallState | undefined;
  private lastSent: Promise<unknown> = Promise.resolve();
  private isCut = false;
  private isBeating = false;

  override connect(): void {
    const { signal } = this.over;
    const listen = (name: string, listener: (event: CustomEvent) => void) =>
      document.addEventListener(name, listener as EventListener, { signal });
    listen('live:call', ({ detail }) => this.onCalls((detail as { calls: CallState[] }).calls));
    listen('live:call-signal', ({ detail }) => this.onSignal(detail as SentSignal));
    document.addEventListener('keydown', this.onKey, { signal });
    addEventListener('pagehide', () => void this.pulse(true), { signal });
    addEventListener('online', () => void this.pulse(), { signal });
    this.media = openMedia(() => this.onMedia());
    this.mesh = openMesh({
      me: this.meValue,
      media: this.media,
      iceServers: () => this.joined?.ice_servers ?? [],
      send: (to, what) => this.send(to, what),
      onChange: () => this.draw(),
    });
    this.draw();
    void this.begin();
  }

  override disconnect(): void {
    this.close();
  }

  private async begin(): Promise<void> {
    await this.turnOn('microphone');
    if (this.videoValue) await this.turnOn('camera');
    await this.join();
  }

  private async turnOn(slot: Slot): Promise<void> {
    await this.media?.toggle(slot).catch((error: unknown) => this.notice(deviceNotice(slot, error)));
  }

  private async join(): Promise<void> {
    if (this.over.signal.aborted) return;
    const { device } = this;
    try {
      this.joined =
        this.callValue === ''
          ? await askApi<Joined>('POST', 'calls/start', {
              conversation_id: this.conversationValue,
              type: this.videoValue ? 'video' : 'audio',
              device,
            })
          : await askApi<Joined>('POST', 'calls/join', { call_id: this.callValue, device });
    } catch (error) {
      this.finish(error instanceof Refusal ? error.message : t`Something went wrong`);
      return;
    }
    const { call, pulse_seconds } = this.joined;
    this.callValue = call.call_id;
    // A reload rejoins this call instead of starting another one.
    history.replaceState(history.state, '', `/messages/calls/${call.call_id}`);
    if (!this.isBeating) {
      this.isBeating = true;
      const timer = window.setInterval(() => void this.pulse(), pulse_seconds * 1000);
      const clock = window.setInterval(() => this.draw(), 1000);
      this.over.signal.addEventListener('abort', () => {
        window.clearInterval(timer);
        window.clearInterval(clock);
      });
    }
    this.follow(call);
  }

  private onCalls(calls: readonly CallState[]): void {
    if (!this.joined) return;
    const call = calls.find(({ call_id }) => call_id === this.callValue);
    if (call) this.follow(call);
    else void this.pulse();
  }

  private async pulse(isAway = false): Promise<void> {
    if (!this.joined || this.over.signal.aborted) return;
    const body = { call_id: this.callValue, device: this.device, is_away: isAway };
    try {
      const call = await askApi<CallState>('POST', 'calls/pulse', body, isAway);
      this.isCut = false;
      this.follow(call);
    } catch (error) {
      if (error instanceof Refusal && [401, 403, 404, 409, 410].includes(error.status))
        this.finish(error.status === 404 ? t`Call ended` : error.message);
      else {
        this.isCut = true;
        this.draw();
      }
    }
  }

  /** Applies the server's state of the call: its participants and their devices. */
  private follow(call: CallState): void {
    if (this.over.signal.aborted) return;
    this.current = call;
    if (call.ended_time !== '') this.finish(endedText(call));
    else if (call.state !== 'joined') void this.join();
    else if (call.device !== this.device) this.finish(t`You joined this call on another device`);
    else this.mesh?.follow(call);
  }

  private onSignal({ call_id, user_id, device, to_device, data }: SentSignal): void {
    if (call_id !== this.callValue || to_device !== this.device || this.over.signal.aborted) return;
    this.mesh?.receive({ user: user_id, device }, JSON.parse(data) as Signal);
  }

  private send(to: { user: string; device: string }, signal: Signal): void {
    const body = {
      call_id: this.callValue,
      device: this.device,
      to_user_id: to.user,
      to_device: to.device,
      data: JSON.stringify(signal),
    };
    // Sent in order. A rejected signal was addressed to a participant who has left.
    this.lastSent = this.lastSent.then(() => askApi('POST', 'calls/signal', body)).catch(() => undefined);
  }

  private onMedia(): void {
    for (const track of this.own.getTracks()) this.own.removeTrack(track);
    const camera = this.media?.track('camera');
    if (camera) this.own.addTrack(camera);
    this.mesh?.update();
    this.draw();
  }

  async toggle(event: Event): Promise<void> {
    const { what } = (event.currentTarget as HTMLElement).dataset;
    this.notice('');
    await this.turnOn(what as Slot);
  }

  private readonly onKey = ({ key, ctrlKey, metaKey, altKey, target }: KeyboardEvent): void => {
    if (ctrlKey || metaKey || altKey || (target as Element).closest('input, textarea')) return;
    this.controlsTarget.querySelector<HTMLElement>(`[data-key="${CSS.escape(key)}"]`)?.click();
  };

  async hangUp(): Promise<void> {
    const call_id = this.callValue;
    this.finish(t`Call ended`, true);
    if (call_id !== '') await askApi('POST', 'calls/leave', { call_id }, true).catch(() => undefined);
    if (window.opener) window.close();
  }

  private draw(): void {
    const { media, mesh } = this;
    if (!media || !mesh || this.over.signal.aborted) return;
    const sending = media.sending();
    for (const [slot, button] of [
      ['microphone', this.microphoneTarget],
      ['camera', this.cameraTarget],
      ['screen', this.screenTarget],
    ] as const) {
      button.setAttribute('aria-pressed', String(sending[slot]));
      button.title = labelOf(slot, sending[slot]);
      button.setAttribute('aria-label', button.title);
    }
    const others = mesh.tiles();
    const me: Tile = {
      key: 'me',
      name: t`You`,
      picture: this.pictureValue,
      stream: this.own,
      isMe: true,
      isScreen: false,
      hasVideo: sending.camera,
      isMuted: !sending.microphone,
      note: sending.screen ? t`Sharing your screen` : '',
    };
    drawTiles(this.tilesTarget, [...others, me]);
    this.element.dataset.state = others.length > 0 ? 'joined' : 'waiting';
    const network = this.isCut ? 'broken' : mesh.state();
    this.statusTarget.textContent = statusOf(this.current, network, others.length);
  }

  private notice(text: string): void {
    this.noticeTarget.textContent = text;
    this.noticeTarget.hidden = text === '';
  }

  /** Ends the call here. A window that was opened for the call closes a moment later. */
  private finish(text: string, isOwn = false): void {
    if (this.over.signal.aborted) return;
    this.close();
    this.tilesTarget.replaceChildren();
    this.element.dataset.state = 'ended';
    this.statusTarget.textContent = text;
    this.againTarget.hidden = this.groupValue || isOwn;
    const wentWell = this.current?.answered_time && lengthOf(this.current) > 0;
    if (window.opener && wentWell && !isOwn) window.setTimeout(() => window.close(), closeDelay);
  }

  private close(): void {
    this.over.abort();
    this.mesh?.close();
    this.media?.stop();
  }
}
