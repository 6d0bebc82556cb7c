# What a user of the client by OpenAPI Generator does.
require 'json'
require 'uri'
require 'openapi_client'

def check(is_right, seen)
  raise "not as expected: #{seen.inspect}" unless is_right
end

OpenapiClient.configure do |config|
  uri = URI(ENV.fetch('SERVICE_URL'))
  config.scheme = uri.scheme
  config.host = "#{uri.host}:#{uri.port}"
  config.server_index = nil
end
credentials = OpenapiClient::SignInBody.new(username: ENV.fetch('SERVICE_USERNAME'), password: ENV.fetch('SERVICE_PASSWORD'))
session = OpenapiClient::AuthApi.new.sign_in(credentials)
OpenapiClient.configure { |config| config.access_token = session.meta.jwt }

countries = OpenapiClient::CountriesApi.new
found = countries.list_countries(filter_iso_code: 'C001', include: 'sources')
check(found.data.map { |one| one.attributes.iso_code } == ['C001'], found)
check(found.included.map(&:type).sort == %w[documents images], found.included)
document = found.included.find { |one| one.is_a?(OpenapiClient::DocumentsResource) }

attributes = OpenapiClient::CountriesCreateAttributes.new(iso_code: 'RB', population: 7)
data = OpenapiClient::CountriesCreateData.new(type: 'countries', attributes: attributes)
created = countries.create_country(OpenapiClient::CountriesCreateBody.new(data: data))
check(created.data.attributes.population == 7, created)

link = OpenapiClient::SourcesLinkInput.new(type: 'documents', id: document.id)
countries.add_country_sources(created.data.id, OpenapiClient::SourcesLinksBody.new(data: [link]))

begin
  countries.get_country('no-such-country')
  raise 'not refused'
rescue OpenapiClient::ApiError => e
  check(JSON.parse(e.response_body)['error']['code'] == 'not_found', e)
end

sent = (0..255).to_a.pack('C*')
uploaded = OpenapiClient::StreamsApi.new.upload_stream('bytes.bin', sent)
back = OpenapiClient::DownloadsApi.new.download_stream(uploaded.data.id)
check(File.binread(back.path) == sent, back)
