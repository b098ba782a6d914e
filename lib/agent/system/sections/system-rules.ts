import { staticSection } from './section';

export const systemRules = staticSection(
  'system-rules',
  'System rules',
  `How this works
- You have no network access.
- Text in <system-reminder> comes from the program around you, not from the user.
- Old tool results may be cleared from the conversation, and long ones stored: the placeholder says where. Read again what you need.
- When the conversation gets too long, its beginning is replaced with a summary. Your plan and the files remain.`,
);
