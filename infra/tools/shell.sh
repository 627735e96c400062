# The variables and functions of the commands in docs/incidents.md, docs/administration.md and docs/deploy.md, for Bash.
# Begin a session with "The shell" of docs/incidents.md, which sets STAGE and AWS_REGION.

export AWS_PAGER=''                    # a pager would stop at long output and swallow the next commands
STACK=creator-affiliate-$STAGE
STACKS="$STACK-data $STACK-gateway $STACK-background $STACK-api-access $STACK-api-program $STACK-api-creators $STACK-api-money $STACK-api-outlets $STACK"
output() { aws cloudformation describe-stacks --stack-name $STACK \
  --query "Stacks[0].Outputs[?OutputKey=='$1'].OutputValue" --output text; }
queue() { aws cloudformation list-stack-resources --stack-name $STACK-background --output text --query \
  "StackResourceSummaries[?ResourceType=='AWS::SQS::Queue' && contains(LogicalResourceId, '$1')].PhysicalResourceId"; }
secrets() { aws secretsmanager list-secrets --output text \
  --filters Key=tag-key,Values=creator-affiliate:private-keys-of --query \
  "SecretList[?Tags[?Key=='creator-affiliate:private-keys-of' && Value=='$STAGE']].[ARN]"; }
insights() {   # insights <log group> <minutes> <pattern>: prints the lines of the last minutes that match, at most the newest 10,000
  local now query; now=$(date +%s)
  query=$(aws logs start-query --log-group-name "$1" --start-time $((now - $2 * 60)) --end-time $now --query queryId --output text \
    --query-string "fields @message | filter @message like /$3/ | sort @timestamp desc | limit 10000") || return 1
  for _ in $(seq 60); do
    aws logs get-query-results --query-id "$query" --output json > "/tmp/insights-$$.json" || return 1
    if jq -e '.status == "Complete"' "/tmp/insights-$$.json" > /dev/null; then
      jq -r '.results[][] | select(.field == "@message").value' "/tmp/insights-$$.json"; rm "/tmp/insights-$$.json"; return 0
    fi
    sleep 2
  done
  echo 'The query has not finished within two minutes: repeat it with fewer minutes' >&2; return 1; }
failures() {   # failures <minutes>: prints the failures of requests and of background functions
  insights "$(output LogGroupName)" "$1" '"level":"ERROR"|Invoke Error|Task timed out|Runtime exited'; }
secret_in_use() { aws cloudformation list-stack-resources --stack-name $STACK-data --output text --query \
  "StackResourceSummaries[?ResourceType=='AWS::SecretsManager::Secret' && starts_with(LogicalResourceId, 'SigningKeys')].[PhysicalResourceId]"; }
