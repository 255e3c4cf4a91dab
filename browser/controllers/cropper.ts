import { Controller } from '@hotwired/stimulus';

/** Selects the visible part of a picture by dragging, pinching, arrow keys and a zoom slider. */
export class Cropper extends Controller<HTMLElement> {
  static override targets = ['input', 'stage', 'canvas', 'zoom', 'crop'];
  static override values = { ratio: Number };
  declare readonly inputTarget: HTMLInputElement;
  declare readonly stageTarget: HTMLElement;
  declare readonly canvasTarget: HTMLCanvasElement;
  declare readonly zoomTarget: HTMLInputElement;
  declare readonly cropTarget: HTMLInputElement;
  /** Aspect ratio of the selected part: width divided by height. */
  declare readonly ratioValue: number;
  private picture: ImageBitmap | undefined;
  /** Center of the selected part, as fractions of the picture. */
  private x = 0.5;
  private y = 0.5;
  /** The last event of each finger on the picture. */
  private readonly fingers = new Map<number, PointerEvent>();
  /** When the second finger touched the picture: the zoom per distance of the fingers. */
  private pinch = 0;

  override connect(): void {
    // The file may have been chosen before this controller loaded.
    void this.choose();
  }

  override disconnect(): void {
    this.picture?.close();
  }

  async choose(): Promise<void> {
    const file = this.inputTarget.files?.[0];
    // Pictures that the browser cannot decode are cropped by the server's default.
    const picture = file && (await createImageBitmap(file).catch(() => undefined));
    if (file !== this.inputTarget.files?.[0]) return picture?.close();
    this.picture?.close();
    this.picture = picture;
    this.stageTarget.hidden = !picture;
    this.cropTarget.value = '';
    this.x = this.y = 0.5;
    this.zoomTarget.value = '1';
    this.draw();
  }

  /** Clears a file after it was submitted, so that it is not sent twice. */
  clear({ target, detail }: CustomEvent<{ success: boolean }>): void {
    if (!detail.success || target !== this.element.closest('form')) return;
    this.inputTarget.value = '';
    void this.choose();
  }

  grab(event: PointerEvent): void {
    this.canvasTarget.setPointerCapture(event.pointerId);
    this.fingers.set(event.pointerId, event);
    this.pinch = this.zoomTarget.valueAsNumber / this.spread();
  }

  release({ pointerId }: PointerEvent): void {
    this.fingers.delete(pointerId);
  }

  drag(event: PointerEvent): void {
    const last = this.fingers.get(event.pointerId);
    if (!last) return;
    this.fingers.set(event.pointerId, event);
    const { clientWidth, clientHeight } = this.canvasTarget;
    if (this.fingers.size > 1) this.zoomTarget.valueAsNumber = this.pinch * this.spread();
    this.move((last.clientX - event.clientX) / clientWidth, (last.clientY - event.clientY) / clientHeight);
  }

  /** A pinch on a trackpad, which browsers send as the wheel with Ctrl. */
  turn(event: WheelEvent): void {
    if (!event.ctrlKey) return;
    event.preventDefault();
    this.magnify(-event.deltaY / 50);
  }

  press(event: KeyboardEvent): void {
    const step = 0.05;
    const moves: Readonly<Record<string, () => void>> = {
      ArrowLeft: () => this.move(-step, 0),
      ArrowRight: () => this.move(step, 0),
      ArrowUp: () => this.move(0, -step),
      ArrowDown: () => this.move(0, step),
      '+': () => this.magnify(0.1),
      '-': () => this.magnify(-0.1),
    };
    const act = moves[event.key];
    if (!act || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    act();
  }

  draw(): void {
    const { picture, canvasTarget: canvas } = this;
    if (!picture) return;
    const { left, top, width, height } = this.part(picture);
    canvas
      .getContext('2d')
      ?.drawImage(
        picture,
        left * picture.width,
        top * picture.height,
        width * picture.width,
        height * picture.height,
        0,
        0,
        canvas.width,
        canvas.height,
      );
    this.cropTarget.value = [left, top, width, height].map((each) => each.toFixed(6)).join(',');
  }

  /** Distance of two fingers. */
  private spread(): number {
    const [one, other = one] = this.fingers.values();
    return one && other ? Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY) : 0;
  }

  private magnify(by: number): void {
    this.zoomTarget.valueAsNumber += by;
    this.draw();
  }

  /** Moves by fractions of the selected part. */
  private move(across: number, down: number): void {
    if (!this.picture) return;
    const { left, top, width, height } = this.part(this.picture);
    this.x = left + width * (0.5 + across);
    this.y = top + height * (0.5 + down);
    this.draw();
  }

  /** Returns the selected part, as fractions of the picture, clamped to it. */
  private part(picture: ImageBitmap): Record<'left' | 'top' | 'width' | 'height', number> {
    const own = picture.width / picture.height;
    const zoom = this.zoomTarget.valueAsNumber;
    const width = Math.min(1, this.ratioValue / own) / zoom;
    const height = Math.min(1, own / this.ratioValue) / zoom;
    const within = (middle: number, length: number) => Math.min(Math.max(0, middle - length / 2), 1 - length);
    return { left: within(this.x, width), top: within(this.y, height), width, height };
  }
}
