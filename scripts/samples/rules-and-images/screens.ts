import { type ColorName, PixelCanvas } from '../pixel-canvas';
import type { Picture } from '../session-writer';

/** What changes between one screenshot and the next. */
export interface Look {
  readonly gap: number;
  readonly radius: number;
  readonly buttonText: string;
  readonly warningColor: ColorName;
  readonly hasWaterBar: boolean;
}

const PLANTS = [
  ['Tomatoes', 62, 'leaf'],
  ['Basil', 18, 'danger'],
  ['Lemon tree', 44, 'leaf'],
  ['Fern', 27, 'warning'],
  ['Chives', 71, 'leaf'],
  ['Olive', 39, 'leaf'],
] as const;

/** The overview page: cards in two columns. */
export function overviewScreen(look: Look): Picture {
  const canvas = new PixelCanvas(560, 400, 'paper');
  canvas.box(0, 0, 560, 44, 'leafDark');
  canvas.text(16, 15, 'Potting shed', 'white', 3);
  canvas.text(430, 17, '3 need water', look.warningColor, 2);
  const width = Math.floor((560 - 32 - look.gap) / 2);
  for (const [index, [name, moisture, color]] of PLANTS.entries()) {
    const left = 16 + (index % 2) * (width + look.gap);
    const top = 60 + Math.floor(index / 2) * (92 + look.gap);
    canvas.frame(left, top, width, 92, 'line', look.radius);
    canvas.box(left + 12, top + 14, 34, 34, color === 'danger' ? look.warningColor : 'leaf', 8);
    canvas.text(left + 58, top + 16, name, 'ink', 3);
    canvas.text(left + 58, top + 38, `Moisture ${moisture}%`, 'quiet', 2);
    if (look.hasWaterBar) {
      canvas.box(left + 12, top + 60, width - 152, 8, 'line');
      canvas.box(left + 12, top + 60, Math.round(((width - 152) * moisture) / 100), 8, 'water');
    }
    canvas.box(left + width - 124, top + 56, 112, 22, 'leaf', look.radius);
    canvas.text(left + width - 116, top + 62, look.buttonText, 'white', 2);
  }
  return canvas.picture();
}

/** The page of one plant, with a chart of the week. */
export function plantScreen(look: Look): Picture {
  const canvas = new PixelCanvas(480, 360, 'paper');
  canvas.text(16, 16, 'Basil', 'ink', 5);
  canvas.text(16, 48, 'Kitchen window. Last watered 3 days ago', 'quiet', 2);
  canvas.frame(16, 72, 448, 180, 'line', look.radius);
  for (const [index, value] of [64, 58, 49, 40, 31, 24, 18].entries()) {
    const height = Math.round(value * 2);
    canvas.box(44 + index * 58, 236 - height, 34, height, value < 25 ? look.warningColor : 'water');
    canvas.text(50 + index * 58, 240, 'MTWTFSS'.slice(index, index + 1), 'quiet', 2);
  }
  canvas.box(16, 252 + look.gap, 448, 2, 'line');
  canvas.box(16, 270 + look.gap, 150, 30, 'leaf', look.radius);
  canvas.text(34, 280 + look.gap, look.buttonText, 'white', 2);
  canvas.text(190, 280 + look.gap, 'Remind me tomorrow', 'leafDark', 2);
  return canvas.picture();
}

/** The settings on a narrow screen. */
export function settingsScreen(look: Look): Picture {
  const canvas = new PixelCanvas(300, 480, 'paper');
  canvas.box(0, 0, 300, 40, 'leafDark');
  canvas.text(12, 14, 'Settings', 'white', 3);
  for (const [index, label] of ['Units', 'Reminders', 'Sensors', 'Export', 'About'].entries()) {
    const top = 54 + index * (62 + look.gap);
    canvas.frame(12, top, 276, 62, 'line', look.radius);
    canvas.text(26, top + 16, label, 'ink', 3);
    canvas.text(
      26,
      top + 40,
      ['Metric', 'At 8:00', '4 of 6 online', 'CSV, JSON', 'Version 2.4'][index] ?? '',
      'quiet',
      2,
    );
    canvas.text(262, top + 24, '>', 'quiet', 3);
  }
  return canvas.picture();
}

/** A dialog that asks before something is deleted. */
export function dialogScreen(look: Look): Picture {
  const canvas = new PixelCanvas(420, 260, 'quiet');
  canvas.frame(40, 40, 340, 180, 'line', look.radius);
  canvas.text(64, 66, 'Remove basil?', 'ink', 4);
  canvas.text(64, 102, 'Its readings are deleted too.', 'quiet', 2);
  canvas.text(64, 118, 'This cannot be undone.', 'quiet', 2);
  canvas.frame(64, 160, 120, 34, 'line', look.radius);
  canvas.text(96, 172, 'Keep it', 'ink', 2);
  canvas.box(204, 160, 140, 34, 'danger', look.radius);
  canvas.text(234, 172, 'Remove', 'white', 2);
  return canvas.picture();
}
