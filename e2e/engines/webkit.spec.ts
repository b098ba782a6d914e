import { webKitPrograms } from '../../scripts/set-up/browser/other-engines.mjs';
import { startWebKit } from './driver/webkit';
import { journeysIn } from './journeys';

const programs = webKitPrograms();

journeysIn({ name: 'WebKit', start: programs === undefined ? undefined : (folder) => startWebKit(programs, folder) });
