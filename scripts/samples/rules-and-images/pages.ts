/** Answers of the fetching tool, about pages that do not exist. */
export const CONTAINER_PAGE = `# Sizing by container

The page explains how a component can react to the width of its container instead of the window.

- A container is declared with \`container-type: inline-size\`. It cannot take its width from its children then.
- A rule is written as \`@container (min-width: 30rem) { ... }\`. The nearest declared ancestor counts, or a named one.
- Units: \`cqi\` is one per cent of the container's inline size. They fall back to the small viewport where there is no container.
- Grid and flex children may be containers. The container itself is not affected by its own query.

The page recommends to begin with one column and to add columns from 30 rem and from 48 rem, and warns about declaring a container on an element whose width depends on its content: it collapses to zero.`;

export const CONTRAST_PAGE = `# Contrast for text and signs

- Text needs a ratio of 4.5 to 1 against its background, large text (24 px, or 18.66 px bold) 3 to 1.
- Signs that carry a meaning, like the edge of a field or a bar in a chart, need 3 to 1 against what is next to them.
- Colour may never be the only carrier of a meaning. Add a word, a shape or a pattern.
- Disabled controls are exempt, though readable ones are kinder.

Worked example on the page: #ce8c26 on #fffdf7 gives 2.8 to 1. It is not enough for text and just below the limit for signs. #9a6412 on the same background gives 4.9 to 1.`;

export const SENSOR_PAGE = `# Readings interface, version 2

\`GET /v2/sensors/{id}/readings?since={iso time}&limit={1..500}\`

- Answers a list of \`{ "at": "...", "moisture": 0..100, "celsius": number, "battery": 0..100 }\`, newest first.
- A sensor reports every 20 minutes. One that has not reported for 6 hours is listed with \`"state": "silent"\`.
- 429 is answered above 60 requests a minute; the header \`Retry-After\` gives seconds.
- Moisture below 5 usually means that the sensor has been pulled out of the soil; the field \`suspect\` is true then.`;
