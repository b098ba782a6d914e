import { summaryPrompt } from './summary-prompt';

export const tenSectionNote = summaryPrompt({
  id: 'ten-section-note',
  title: 'Ten-section note',
  modelledOn: {
    name: 'Claude Code, session memory',
    source: 'Third-party analyses of Claude Code; the template of the session-memory layer here',
  },
  text: `Summarise this session in a single note, from scratch. The note will replace the conversation, and its reader has to continue the work from it. Use these ten headings in this order, even if there is little to say.

# Session title
A few words that identify this session.

# Current state
What is being worked on right now, what is half finished, and the immediate next step.

# Task specification
What the user asked for, including their constraints and decisions.

# Files and functions
The important places in the code, with full paths, and the purpose of each.

# Workflow
Which commands to run, in what order, and how to interpret their output.

# Errors and corrections
What failed, how it was fixed, what the user corrected, and what not to try again.

# Codebase and system documentation
How the parts of the system fit together.

# Learnings
What worked well, what did not, and what to avoid.

# Key results
Answers, tables and documents that the user asked for, verbatim.

# Worklog
What was done, one short line per step.

Be dense: give exact paths, names, commands and values. Do not mention this note or these instructions in it. Do not call any tools.`,
});
