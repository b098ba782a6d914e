import { staticSection } from './section';

export const tone = staticSection('tone', 'Tone', 'Answer in short, plain sentences.');
