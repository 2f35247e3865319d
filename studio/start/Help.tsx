import { Card, Grid, Heading, Stack, Text } from '@sanity/ui'
import { SectionLinks } from '../guide/Guide.tsx'

/** Short answers; the staff guide has the steps with pictures. */
const ANSWERS = [
  {
    heading: 'Write',
    text: 'Choose Content, then the kind of entry, then the + above the list. Everything you type is saved at once as a draft, which only staff can see.',
  },
  {
    heading: 'Publish',
    text: 'The Publish button puts a draft on the website within seconds. While it is grey, the red mark at the top right of the form says what is missing.',
  },
  {
    heading: 'Undo',
    text: '“Discard changes” in the … menu beside Publish drops a draft. “History” in the … menu at the top right brings an earlier version back.',
  },
  {
    heading: 'Take something off the website',
    text: '“Unpublish” in the … menu keeps the text as a draft. What you delete can be restored from “Recently deleted”.',
  },
] as const

export function Help() {
  return (
    <Card as="section" aria-label="Help" border={true} radius={3} padding={4}>
      <Stack gap={4}>
        <Heading as="h2" size={1}>
          Help
        </Heading>
        <Grid gridTemplateColumns={[1, 1, 2]} gap={4}>
          {ANSWERS.map(({ heading, text }) => (
            <Stack key={heading} gap={3}>
              <Heading as="h3" size={0}>
                {heading}
              </Heading>
              <Text size={1}>{text}</Text>
            </Stack>
          ))}
        </Grid>
        <Heading as="h3" size={0}>
          The guide for staff, step by step with pictures
        </Heading>
        <SectionLinks />
      </Stack>
    </Card>
  )
}
